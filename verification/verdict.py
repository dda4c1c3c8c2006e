"""The verdict on a table: one of four words, the same in audits, certificates and reports.

``holds``      something was promised (a delta, or a declared value), and all of it is kept;
``fails``      something that was promised is not kept, or an error of the audit stands against it;
``measured``   nothing was promised, so nothing can hold: the numbers are what they are;
``undecided``  a question is open: never a pass.
"""

from dataclasses import dataclass

HOLDS, FAILS, MEASURED, UNDECIDED = "holds", "fails", "measured", "undecided"
VERDICTS = (HOLDS, FAILS, MEASURED, UNDECIDED)
_STATUS = {HOLDS: 0, FAILS: 1, MEASURED: 0, UNDECIDED: 3}


@dataclass(frozen=True, slots=True)
class Outcome:
    """What decides a verdict.

    ``promised``: a delta is claimed at some epsilon, or a value is declared. ``broken``: a promise
    is not kept. ``errors``: the audit has an error. ``open_questions``: an answer is missing.
    """

    promised: bool
    broken: bool = False
    errors: bool = False
    open_questions: bool = False

    @property
    def verdict(self) -> str:
        """Return the verdict.

        >>> Outcome(promised=True).verdict, Outcome(promised=True, errors=True).verdict
        ('holds', 'fails')
        >>> Outcome(promised=False, errors=True).verdict
        'measured'
        """
        if self.broken or (self.promised and self.errors):
            return FAILS
        if self.open_questions:
            return UNDECIDED
        return HOLDS if self.promised else MEASURED

    @property
    def status(self) -> int:
        """Return the exit status; what was only measured is 0 without errors and 1 with one.

        >>> Outcome(promised=False).status, Outcome(promised=False, errors=True).status
        (0, 1)
        """
        return 1 if self.errors else _STATUS[self.verdict]
