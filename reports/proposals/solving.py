"""One HiGHS solver, filled from a model and asked in a fixed way, so that it answers the same."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from reports.proposals.model import Model

if TYPE_CHECKING:
    from highspy import Highs

# A search for whole keys ends by its nodes, not by the clock: the same on every machine. The clock
# only ends what hangs.
_SECONDS = 60.0


def opened(model: Model) -> "Highs":
    """Return a solver that minimises the objective of a model, its last column."""
    import numpy as np
    from highspy import Highs, HighsLp, MatrixFormat

    program = HighsLp()
    program.num_col_, program.num_row_ = len(model.ends), len(model.rows)
    program.col_cost_ = np.append(np.zeros(len(model.ends) - 1), 1.0)
    program.col_lower_, program.col_upper_ = np.array(model.ends).T.copy()
    program.row_lower_, program.row_upper_ = np.array(model.limits).T.copy()
    program.a_matrix_.format_ = MatrixFormat.kRowwise
    program.a_matrix_.start_ = np.cumsum([0, *map(len, model.rows)])
    program.a_matrix_.index_ = np.array([c for row in model.rows for c in row])
    program.a_matrix_.value_ = np.array([v for row in model.rows for v in row.values()])
    solver = Highs()
    for name, value in {"output_flag": False, "threads": 1, "presolve": "off"}.items():
        solver.setOptionValue(name, value)
    solver.passModel(program)
    return solver


def solved(solver: "Highs") -> bool:
    """Run the solver and tell whether it says that it found an optimum."""
    from highspy import HighsModelStatus

    solver.run()
    return bool(solver.getModelStatus() == HighsModelStatus.kOptimal)


def whole_numbers(solver: "Highs", size: int, nodes: int) -> list[int] | None:
    """Search for whole numbers in the first ``size`` columns; None: none in so many nodes."""
    import numpy as np
    from highspy import HighsVarType, SolutionStatus

    kinds = np.array([HighsVarType.kInteger] * size)
    solver.changeColsIntegrality(size, np.arange(size, dtype=np.int32), kinds)
    options = {"mip_max_nodes": nodes, "time_limit": _SECONDS, "presolve": "on"}
    for name, value in options.items():
        solver.setOptionValue(name, value)
    solver.run()
    if solver.getInfo().primal_solution_status != SolutionStatus.kSolutionStatusFeasible:
        return None
    return [round(value) for value in solver.getSolution().col_value[:size]]


def rounded(values: Sequence[float]) -> list[int]:
    """Return the nearest whole numbers."""
    return [round(value) for value in values]
