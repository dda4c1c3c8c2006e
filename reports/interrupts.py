"""Ctrl-C is obeyed at once, but not while a module is loaded or files take their places."""

import signal
import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from types import FrameType

_LOADING = "<frozen importlib._bootstrap>"


@contextmanager
def always_obeyed() -> Iterator[None]:
    """Obey every interrupt: one that comes while a module is loaded on the line after its import.

    Within, it could end the process (libraries in C++ do not expect it). Where Python ignores what
    its own clean-up raises, it is obeyed on the next line too, and not lost with a traceback. A
    library in C that gives a result although its callback was interrupted is a SystemError to
    Python: that is obeyed too. Whoever ignores interrupts goes on doing so.
    """
    if not _is_ours():
        yield
        return
    show = sys.unraisablehook

    def ignored(what: "sys.UnraisableHookArgs") -> None:
        if issubclass(what.exc_type, KeyboardInterrupt):
            _obey_after(sys._getframe(1))
        else:
            show(what)

    sys.unraisablehook = ignored
    signal.signal(signal.SIGINT, _interrupt)
    try:
        yield
    except SystemError as error:
        raise (
            KeyboardInterrupt if isinstance(error.__cause__, KeyboardInterrupt) else error
        ) from None
    finally:
        signal.signal(signal.SIGINT, signal.default_int_handler)
        sys.unraisablehook = show


@contextmanager
def held_back() -> Iterator[Sequence[int]]:
    """Hold an interrupt back until the end, and SIGTERM where that would raise an error.

    Lends what has come so far. Only the main thread receives any; what is ignored stays so.
    """
    received: list[int] = []
    heard = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
    held = {number: handler for number, handler in heard.items() if callable(handler)}
    if threading.current_thread() is not threading.main_thread():
        yield received
        return

    def remember(number: int, _: FrameType | None) -> None:
        received.append(number)

    for number in held:
        signal.signal(number, remember)
    try:
        yield received
    finally:
        for number, handler in held.items():
            signal.signal(number, handler)
    if signal.SIGINT in received:
        raise KeyboardInterrupt
    if received:
        signal.raise_signal(received[0])


@contextmanager
def cleaned_up() -> Iterator[None]:
    """Let SIGTERM, and the end of the terminal, end the process as an error would.

    So folders and processes that it made go with it. Signals that are ignored stay so.
    """

    def end(number: int, _: FrameType | None) -> None:
        raise SystemExit(128 + number)  # as a shell tells of it

    def terminate(_number: int, _: FrameType | None) -> None:
        signal.raise_signal(signal.SIGTERM)  # to whoever hears it now

    handlers = {signal.SIGTERM: end, signal.SIGHUP: terminate}
    before = {
        number: signal.signal(number, handler)
        for number, handler in handlers.items()
        if signal.getsignal(number) is signal.SIG_DFL
    }
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _is_ours() -> bool:
    """Tell whether interrupts come to this thread, and nobody else has said what they do."""
    here = threading.current_thread() is threading.main_thread()
    return here and signal.getsignal(signal.SIGINT) is signal.default_int_handler


def _interrupt(_number: int, frame: FrameType | None) -> None:
    waiting = _that_loads(frame)
    if waiting is None:
        raise KeyboardInterrupt
    _obey_after(waiting)


def _that_loads(frame: FrameType | None) -> FrameType | None:
    """Return whose line asks for the outermost module that is loaded now; None if none is."""
    found = None
    while frame is not None:
        if frame.f_code.co_filename == _LOADING:
            found = frame.f_back
        frame = frame.f_back
    return found


def _obey_after(frame: FrameType) -> None:
    """Obey an interrupt when this line is over."""
    (_that_loads(frame) or frame).f_trace = _obey
    sys.settrace(_leave)


def _leave(_frame: FrameType, _event: str, _value: object) -> None:
    """Trace no function that is called meanwhile."""


def _obey(_frame: FrameType, _event: str, _value: object) -> None:
    sys.settrace(None)
    raise KeyboardInterrupt
