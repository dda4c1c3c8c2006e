# ptcert for R: audit, certify and design perturbation tables from R.
#
#   source("ptcert.R")
#   audit <- ptcert_audit(ptable_object, epsilon = "1")
#   audit$verdict; audit$findings; audit$rows
#
# A table is an object of R ptable (its slot @pTable), or a data frame with R ptable's own columns
# i, j, p, v, p_int_lb, p_int_ub (and type). The command ptcert must be on the PATH, or named by
# options(ptcert = "/path/to/ptcert"). Needs the package jsonlite. Numbers are given as text: "1/2".

ptcert_columns <- c("i", "j", "p", "v", "p_int_lb", "p_int_ub")

# The data frame of a table.
ptcert_frame <- function(table) {
  frame <- if (isS4(table)) as.data.frame(methods::slot(table, "pTable")) else as.data.frame(table)
  missing <- setdiff(ptcert_columns, names(frame))
  if (length(missing) > 0) {
    stop("table has no column ", paste(missing, collapse = ", "), ": give an object of R ptable")
  }
  if (!"type" %in% names(frame)) frame$type <- "all"
  frame[, c(ptcert_columns, "type")]
}

# Write a table as R ptable's own CSV; decimals with the digits that a double has.
ptcert_write <- function(table, path) {
  frame <- ptcert_frame(table)
  for (name in c("p", "p_int_lb", "p_int_ub")) {
    frame[[name]] <- format(frame[[name]], digits = 15, scientific = FALSE, trim = TRUE)
  }
  utils::write.csv(frame, path, row.names = FALSE, quote = FALSE)
  path
}

# Run the command; return what it printed, and its exit status as an attribute.
ptcert_run <- function(arguments) {
  command <- getOption("ptcert", "ptcert")
  said <- tempfile()
  complained <- tempfile()
  on.exit(unlink(c(said, complained)))
  status <- system2(command, shQuote(arguments), stdout = said, stderr = complained)
  if (status > 1) stop(paste(readLines(complained, encoding = "UTF-8"), collapse = " "))
  text <- paste(readLines(said, encoding = "UTF-8"), collapse = "\n")
  structure(text, status = status)
}

ptcert_options <- function(...) {
  given <- list(...)
  if (any(vapply(given, function(value) is.numeric(value) && value != round(value), logical(1)))) {
    stop("a number with decimals is not exact in R: give it as text, such as \"1/2\"")
  }
  unlist(lapply(names(given), function(name) {
    paste0("--", gsub("_", "-", name), "=", as.character(given[[name]]))
  }))
}

ptcert_json <- function(text) jsonlite::fromJSON(text, simplifyDataFrame = TRUE)

# Audit a table. Options are those of `ptcert audit`: epsilon = "1", delta = "1/100", holes = "1..2".
ptcert_audit <- function(table, ...) {
  path <- tempfile(fileext = ".csv")
  on.exit(unlink(path))
  ptcert_write(table, path)
  ptcert_json(ptcert_run(c("audit", path, ptcert_options(...), "--json")))
}

# Certify a table; the certificate and the report are written to `folder`.
ptcert_certify <- function(table, folder, name = "table", ...) {
  path <- file.path(tempdir(), paste0(name, ".csv"))
  on.exit(unlink(path))
  ptcert_write(table, path)
  ptcert_json(ptcert_run(c("certify", path, ptcert_options(...), "-o", folder, "--json")))
}

# Design a complete table; return it as a data frame with R ptable's own columns.
ptcert_design <- function(D, variance, epsilon, keysize = "2^8", ...) {
  native <- tempfile(fileext = ".ptable.json")
  csv <- tempfile(fileext = ".csv")
  on.exit(unlink(c(native, csv)))
  asked <- ptcert_options(D = D, variance = variance, epsilon = epsilon, keysize = keysize, ...)
  ptcert_run(c("design", "--complete", asked, "-o", native))
  ptcert_run(c("convert", native, csv, "--to", "r-ptable"))
  utils::read.csv(csv)
}
