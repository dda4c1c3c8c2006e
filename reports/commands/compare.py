"""``ptcert compare``: is another program right, and if not, where does it go wrong."""

import argparse

from exact.errors import InputError
from exact.laws.law import has_one_noise
from exact.numbers.epsilon import Epsilon
from exact.numbers.epsilon import epsilon as read_epsilon
from exact.numbers.guard import integer, power_of_two_keysize
from exact.table.ptable import MAX_COUNT
from reports.commands.laws import law_of_options, refuse_law_options, table_of_options
from reports.commands.reading import OF_A_FILE, options_of, refuse_given
from reports.inputs import output_name, output_of_program, read_table
from reports.printing import say, say_json
from reports.views.compare import comparison_blocks, comparison_json
from reports.views.compare_tables import tables_blocks, tables_json
from verification.comparison.output import compare_output
from verification.comparison.reading import read_output
from verification.comparison.reference import Reference, law_reference, table_reference
from verification.comparison.result import DIFFERENT, DIGITS
from verification.comparison.tables import compare_tables

_AGREES, _DIFFERS = 0, 1
_MOST_SHOWN = 100_000
_ASKED_OF = {"dp-accounting": ("epsilon", "keysize", "D"), "opendp": ("epsilon",)}


def run(options: argparse.Namespace) -> int:
    """Judge an output, compare two tables, or hand over to the peers."""
    if options.self_test or options.peer is not None:
        return _run_peers(options)
    if options.law is None and options.table is None:
        return _run_tables(options)
    if len(options.file) != 1:
        given = " ".join(options.file)
        raise InputError("file", given, "must be one output", "give one file, or - for a pipe")
    return _run_output(options)


def _run_peers(options: argparse.Namespace) -> int:
    if options.file:
        rule = "is not read with --self-test or --peer"
        raise InputError("file", options.file[0], rule, "leave it out")
    asked = "--self-test" if options.self_test else f"--peer {options.peer}"
    used = {"self_test"} if options.self_test else {"peer", *_ASKED_OF.get(options.peer, ())}
    unused = sorted(options.given - used - {"json", "wide"})
    refuse_given(options, unused, f"is not used by {asked}", "leave it out")
    from reports.peers.run import run_peer, run_self_test

    return run_self_test(options) if options.self_test else run_peer(options)


def _run_output(options: argparse.Namespace) -> int:
    reference = _reference(options)
    most = integer(options.show, "show", 0, _MOST_SHOWN)
    with output_of_program(options.file[0]) as stream:
        result = compare_output(read_output(stream), reference, options.rounding, most)
    if options.json:
        say_json(comparison_json(result, reference))
    else:
        say(comparison_blocks(result, reference, output_name(options.file[0])), options.wide)
    fails = (DIGITS, DIFFERENT) if options.strict else (DIFFERENT,)
    return _DIFFERS if result.verdict in fails else _AGREES


def _run_tables(options: argparse.Namespace) -> int:
    refuse_law_options(options)
    rule = "is about one output, and two tables are compared"
    refuse_given(options, ("count", "rounding", "show"), rule, "leave it out")
    if len(options.file) != 2:
        given = " ".join(options.file)
        rule = "needs a truth to compare with: --law, --table or a second table"
        raise InputError("file", given, rule, "see ptcert compare --help")
    tables = [read_table(name, options_of(options))[0] for name in options.file]
    result = compare_tables(tables[0], tables[1], _epsilon(options))
    if options.json:
        say_json(tables_json(result))
    else:
        say(tables_blocks(result, [output_name(name) for name in options.file]), options.wide)
    same = result.same_lookup if options.strict else result.same_shares
    return _AGREES if same else _DIFFERS


def _reference(options: argparse.Namespace) -> Reference:
    epsilon = _epsilon(options)
    count = None if options.count is None else integer(options.count, "count", 0, MAX_COUNT)
    if options.table is None:
        refuse_given(options, OF_A_FILE, "is about a table's file", "give --table, or leave it out")
        law = law_of_options(options)
        if not has_one_noise(law):
            return table_reference(table_of_options(options, epsilon), count, epsilon)
        if options.count is not None:
            rule = "needs --table, or a law with a row for each count"
            raise InputError("count", options.count, rule, "leave it out")
        if options.keysize is None:
            rule = "quantises a law, and its table was not asked for"
            refuse_given(options, ("rule",), rule, "give --keysize, or leave it out")
        keysize = None if options.keysize is None else power_of_two_keysize(options.keysize)
        return law_reference(law, keysize, options.rule, epsilon)
    if options.law is not None:
        rule = "does not go with --law: there is one truth"
        raise InputError("table", options.table, rule, "leave one of them out")
    refuse_law_options(options)
    return table_reference(read_table(options.table, options_of(options))[0], count, epsilon)


def _epsilon(options: argparse.Namespace) -> Epsilon | None:
    return None if options.epsilon is None else read_epsilon(options.epsilon)
