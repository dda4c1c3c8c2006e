"""Several releases of the same data together: what they give exactly, beside what a sum gives."""
