"""Help in lines of the terminal's width: a long list of choices stands in the words."""

import argparse
from collections.abc import Callable

# A longer list in braces cannot be broken into lines.
_MOST_IN_BRACES = 22


class Formatter(argparse.HelpFormatter):
    """Help as argparse writes it, but for choices that would make a line too long."""

    def _metavar_formatter(
        self, action: argparse.Action, default_metavar: str
    ) -> Callable[[int], tuple[str, ...]]:
        if action.metavar is None and _is_long(action):
            return lambda size: (default_metavar,) * size
        return super()._metavar_formatter(action, default_metavar)

    def _expand_help(self, action: argparse.Action) -> str:
        said = super()._expand_help(action)
        names = [str(choice) for choice in action.choices or ()]
        if not _is_long(action) or all(name in said for name in names):
            return said
        return f"{said}; one of {', '.join(names)}"

    def _split_lines(self, text: str, width: int) -> list[str]:
        from textwrap import wrap

        # A name such as cellkey-json stays whole.
        return wrap(" ".join(text.split()), width, break_on_hyphens=False)


def _is_long(action: argparse.Action) -> bool:
    return action.choices is not None and len(",".join(map(str, action.choices))) > _MOST_IN_BRACES
