"""Claims as SMT-LIB problems, and the solvers that answer them."""
