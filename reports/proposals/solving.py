"""One HiGHS solver, filled from a model and asked in a fixed way, so that it answers the same."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from reports.proposals.model import Ends, Model
from reports.proposals.scaling import Scales, unscaled

if TYPE_CHECKING:
    from highspy import Highs
    from numpy import float64
    from numpy.typing import NDArray

# A search ends by its steps, not by the clock: the same on every machine. The clock only ends what
# hangs.
_OPTIONS: dict[str, bool | int | float | str] = {
    "output_flag": False,
    "threads": 1,
    "presolve": "off",
    "simplex_iteration_limit": 200_000,
}
_SECONDS = 60.0


def opened(model: Model, scales: Scales | None = None) -> "Highs":
    """Return a solver that minimises the objective of a model, its last column."""
    import numpy as np
    from highspy import Highs, HighsLp, MatrixFormat

    units = scales or unscaled(model)
    columns, rows = np.array(units.columns), np.array(units.rows)
    program = HighsLp()
    program.num_col_, program.num_row_ = len(columns), len(rows)
    program.col_cost_ = np.append(np.zeros(len(columns) - 1), 1.0)
    program.col_lower_, program.col_upper_ = floats(model.ends) / columns
    program.row_lower_, program.row_upper_ = floats(model.limits) / rows
    lengths = [len(row) for row in model.rows]
    index = np.array([c for row in model.rows for c in row])
    values = np.array([float(v) for row in model.rows for v in row.values()])
    program.a_matrix_.format_ = MatrixFormat.kRowwise
    program.a_matrix_.start_ = np.cumsum([0, *lengths])
    program.a_matrix_.index_ = index
    program.a_matrix_.value_ = values * columns[index] / np.repeat(rows, lengths)
    solver = Highs()  # type: ignore[no-untyped-call]  # its stubs have no types for it
    for name, value in _OPTIONS.items():
        solver.setOptionValue(name, value)
    solver.passModel(program)
    return solver


def floats(ends: Sequence[Ends]) -> "NDArray[float64]":
    """Return the lower and the upper ends, infinite where there is none."""
    import numpy as np

    low = [-np.inf if end is None else float(end) for end, _ in ends]
    high = [np.inf if end is None else float(end) for _, end in ends]
    return np.array((low, high))


def solved(solver: "Highs") -> bool:
    """Run the solver and tell whether it says that it found an optimum."""
    from highspy import HighsModelStatus

    _run(solver)
    return bool(solver.getModelStatus() == HighsModelStatus.kOptimal)


def is_infeasible(solver: "Highs") -> bool:
    """Tell whether the solver says that there is nothing to be found."""
    from highspy import HighsModelStatus

    return bool(solver.getModelStatus() == HighsModelStatus.kInfeasible)


def whole_numbers(solver: "Highs", size: int, nodes: int, gap: float = 0.0) -> list[int] | None:
    """Search for whole numbers in the first ``size`` columns; None: none in so many nodes."""
    import numpy as np
    from highspy import HighsVarType, SolutionStatus

    kinds = np.array([HighsVarType.kInteger] * size)
    solver.changeColsIntegrality(size, np.arange(size, dtype=np.int32), kinds)
    solver.setOptionValue("mip_max_nodes", nodes)
    solver.setOptionValue("mip_rel_gap", gap)
    solver.setOptionValue("presolve", "on")
    _run(solver)
    if solver.getInfo().primal_solution_status != SolutionStatus.kSolutionStatusFeasible:
        return None
    return [round(value) for value in solver.getSolution().col_value[:size]]


def _run(solver: "Highs") -> None:
    """Run the solver; its clock goes on from run to run, so its limit must go on with it."""
    solver.setOptionValue("time_limit", solver.getRunTime() + _SECONDS)
    solver.run()
