"""``ptcert test independence``: rows and columns of a released table."""

import argparse
from pathlib import Path

from exact.errors import InputError
from exact.inference.independence import columns_of, proved_statistic
from exact.inference.independence_answer import IndependenceAnswer, judged
from exact.inference.released import Released, read_released
from exact.numbers.guard import probability
from reports.commands.testing_binomial import target_of
from reports.commands.testing_noise import channel_of
from reports.content.publish import write_document
from reports.content.testing.independence import independence_blocks, independence_page
from reports.document.visible import visible
from reports.files import read_text
from reports.printing import say, say_json, say_lines
from reports.progress import doing
from reports.proposals.log_linear import fit_of
from reports.views.testing import independence_json

_MAX_BYTES = 4 << 20


def run(options: argparse.Namespace) -> int:
    """Answer, and print or write the answer."""
    target = None if options.output is None else target_of(options.output)
    answer = _answer(options)
    if target is not None:
        with doing("making the page"):
            name = Path(options.released_table).name
            write_document(independence_page(answer, name), target)
    if options.json:
        say_json(independence_json(answer))
    elif target is not None:
        say_lines(f"Page written to {options.output}", wide=options.wide)
    else:
        say(independence_blocks(answer), options.wide)
    return 0


def _answer(options: argparse.Namespace) -> IndependenceAnswer:
    alpha = probability(options.alpha, "alpha")
    channel = channel_of(options)
    released = _released(options.released_table)
    columns = columns_of(released, channel)
    with doing("fitting the table and proving the statistic"):
        found = proved_statistic(columns, fit_of(columns))
    return judged(released, channel.text, alpha, found)


def _released(path: str) -> Released:
    text = read_text(Path(path), _MAX_BYTES, "released", "a CSV table")
    try:
        return read_released(text)
    except InputError as error:
        argument = f"{visible(path)}: {error.argument}"
        raise InputError(argument, error.value, error.rule, error.remedy) from None
