"""An answer as it is shown: what was run, what it said, the page that it made, files to take."""

from urllib.parse import quote

from htmltools import Tag, TagList, tags

from reports.app.asked import command_line
from reports.app.running import Answer


def shown_answer(tab: str, answer: Answer, page: str, title: str) -> TagList:
    """Return an answer: its page in a frame, or what the command complained of."""
    return TagList(
        _frame(answer, page, title) if answer.has(page) else _complaint(answer),
        _said(answer),
        _commands(tab, answer),
    )


def _commands(tab: str, answer: Answer) -> Tag:
    lines = "\n".join(command_line(step) for step in answer.steps)
    name = f"{tab}-command"
    return tags.div(
        tags.h2("The same on the command line", class_="h6 mt-3"),
        tags.pre(lines, id=name, class_="command", tabindex="0"),
        tags.button("Copy", class_="copies btn btn-sm btn-default", data_copies=name),
    )


def _frame(answer: Answer, page: str, title: str) -> Tag:
    return tags.div(
        tags.iframe(
            src=address_of(answer, page),
            title=title,
            class_="frame mt-3",
            sandbox="allow-scripts",
        ),
        tags.p(
            tags.a("Open it in a page of its own", href=address_of(answer, page), target="_blank"),
            " · ",
            tags.a("Download it", href=address_of(answer, page), download=page.rsplit("/", 1)[-1]),
        ),
    )


def _complaint(answer: Answer) -> Tag:
    words = answer.complained() or answer.said(len(answer.statuses) - 1) or "It gave no answer."
    return tags.div(tags.pre(words, class_="said complaint mt-3", tabindex="0"), role="alert")


def _said(answer: Answer) -> Tag | None:
    text = answer.said(0)
    if not text or len(answer.steps) < 2:
        return None
    return tags.details(
        tags.summary("What the first command says"), tags.pre(text, class_="said", tabindex="0")
    )


def downloads(answer: Answer, files: tuple[str, ...]) -> Tag:
    """Return links to files of an answer, or what was complained of where there are none."""
    if not files:
        return _complaint(answer)
    said = answer.said(len(answer.statuses) - 1)
    items = (
        tags.li(tags.a(path, href=address_of(answer, path), download=path.rsplit("/", 1)[-1]))
        for path in files
    )
    return tags.div(tags.pre(said, class_="said", tabindex="0"), tags.ul(*items, class_="files"))


def address_of(answer: Answer, path: str) -> str:
    """Return where a file of an answer is served, relative to the page."""
    return f"made/{answer.name}/{quote(path)}"
