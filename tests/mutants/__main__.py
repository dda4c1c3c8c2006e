"""Mutation testing of the checker: ``python -m tests.mutants``; status 1 if one is unexplained.

``python -m tests.mutants FUNCTION ...`` changes only the functions that are named.

Every mutant of the checker (all its files as one, as ``make checker`` writes it) is shown genuine
certificates, which it must accept, and forgeries, which it must reject, as the real one does. A
mutant that does all this, in the same words, survives; ``SURVIVORS.md`` says of each survivor why
it does not matter.
"""

import ast
import os
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic, process_time
from types import CodeType, ModuleType

from reports.checker_file import one_file
from reports.progress import progress
from tests.house_rules import ROOT
from tests.mutants.cases import (
    ACCEPTED,
    CRASHED,
    REFUSED,
    REJECTED,
    Asked,
    Case,
    Outcome,
    Program,
    lines_run,
    module,
    outcome,
)
from tests.mutants.kill_set import kill_set
from tests.mutants.operators import Mutant, mutants
from tests.mutants.running import Finished, Judge, TooLong, Verdict, run_all
from tests.mutants.survivors import LIST, explained

FILE = "checker.py"


@dataclass(frozen=True)
class Trial:
    """The cases, what the real checker says of each, which lines it runs for that, how long."""

    cases: list[Case]
    expected: list[Outcome]
    run: list[set[int]]
    seconds: list[float]

    def quickest_first(self) -> list[int]:
        """Return the numbers of the cases: what takes long is shown to few mutants then."""
        return sorted(range(len(self.cases)), key=lambda index: self.seconds[index])

    def judge_of(self, tree: ast.Module) -> Judge:
        """Return the function that looks for a case that a mutant judges otherwise.

        A case that does not run the mutated lines cannot tell a difference.
        """
        whole = compile(tree, FILE, "exec")

        def judge(mutant: Mutant, order: Sequence[int], allow: Callable[[float], None]) -> Verdict:
            index, code = order[0], None
            try:
                allow(0)
                checker = changed_module(whole, tree, mutant.function)
                for index in (i for i in order if mutant.may_matter(self.run[i])):
                    if code is None and isinstance(self.cases[index], Program):
                        code = compiled(tree)
                    allow(self.seconds[index])
                    found = outcome(self.cases[index], code or whole, checker)
                    if found != self.expected[index]:
                        other = found.decision != self.expected[index].decision
                        return index, "decision" if other else "words"
            except TooLong:
                return index, "time"
            except BaseException:  # noqa: BLE001 - a mutant that cannot start, or exits, is dead
                return index, "decision"
            return None

        return judge


def compiled(tree: ast.Module) -> CodeType:
    """Return the code of a whole tree."""
    return compile(ast.fix_missing_locations(tree), FILE, "exec")


def changed_module(whole: CodeType, tree: ast.Module, function: str) -> ModuleType:
    """Return the mutated checker; where a function is mutated, nothing else is compiled anew."""
    own = [node for node in tree.body if isinstance(node, ast.FunctionDef)]
    mine = [node for node in own if node.name == function.partition(".")[0]]
    if not mine:
        return module(compiled(tree))
    checker = module(whole)
    new = dict(vars(checker))
    exec(compile(ast.fix_missing_locations(ast.Module([mine[0]], [])), FILE, "exec"), new)
    old, other = getattr(checker, mine[0].name), new[mine[0].name]
    for part in ("__code__", "__defaults__", "__kwdefaults__"):
        setattr(old, part, getattr(other, part))
    return checker


def trial(folder: Path, source: str) -> tuple[Trial, list[str]]:
    """Return what mutants are shown, and where the real checker does not say what it must say."""
    accepted, rejected, programs = kill_set(folder)
    code = compile(source, FILE, "exec")
    checker = module(code)
    cases = [*accepted, *rejected, *programs]
    found, seconds = [], []
    for case in cases:
        start = process_time()
        found.append(outcome(case, code, checker))
        seconds.append(process_time() - start)
    wanted = [{ACCEPTED}] * len(accepted) + [{REJECTED, REFUSED}] * len(rejected)
    unasked = {CRASHED, REJECTED, REFUSED}  # then nothing was answered
    wrong = [
        f"{case.name}: the question is {said.decision}, {said.words}"
        for case, said in zip(cases, found, strict=True)
        if isinstance(case, Asked) and said.decision in unasked
    ]
    wrong += [
        f"{case.name}: {said.decision}, {said.words}"
        for case, said, allowed in zip(cases, found, wanted, strict=False)
        if said.decision not in allowed
    ]
    run = [lines_run(case, code, checker) for case in cases]
    return Trial(cases, found, run, seconds), wrong


def report(finished: Sequence[Finished], seconds: float) -> int:
    """Print the numbers and the survivors; return 1 if one of them is not explained.

    An explanation of what is no survivor is named too, where its function was run.
    """
    how = Counter(f.killed_by for f in finished)
    killed = len(finished) - how[""]
    say(
        f"{len(finished)} mutants, {killed} killed ({how['decision']} by another decision, "
        f"{how['words']} by other words or digits, "
        f"{how['time'] + how['crash']} by time or memory), {how['']} survive; {seconds:.0f} s"
    )
    survivors = sorted((f.mutant for f in finished if not f.killed_by), key=lambda m: m.line)
    known = explained(LIST.read_text(encoding="utf-8"))
    for mutant in survivors:
        mark = "" if str(mutant) in known else "NOT EXPLAINED "
        say(f"  {mark}line {mutant.line}: {mutant}")
    run = {finished.mutant.function for finished in finished}
    for name in sorted(known - {str(mutant) for mutant in survivors}):
        if name.split("`")[1] in run:
            say(f"  no survivor any more: {name}")
    unexplained = [mutant for mutant in survivors if str(mutant) not in known]
    if unexplained:
        say(f"{len(unexplained)} survivors are not in {LIST.relative_to(ROOT)}")
    return 1 if unexplained else 0


def say(line: str) -> None:
    """Write a line to standard output."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def main(functions: Sequence[str]) -> int:
    """Run all mutants, or those of the functions that are named."""
    start = monotonic()
    source = one_file()
    tree = ast.parse(source)
    with TemporaryDirectory() as folder:
        shown, wrong = trial(Path(folder), source)
        for line in wrong:
            say(f"the checker itself is wrong about: {line}")
        if wrong:
            return 1
        found = [m for m in mutants(tree) if not functions or m.function in functions]
        say(f"{len(found)} mutants of the checker, {len(shown.cases)} cases")
        runs = run_all(found, shown.judge_of(tree), shown.quickest_first(), os.cpu_count() or 1)
        finished = [next(runs) for _ in progress(found, "mutants")]
    return report(finished, monotonic() - start)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
