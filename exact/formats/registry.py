"""The formats that ptcert knows, in the order in which they are tried: data, cheap to import."""

from exact.errors import InputError
from exact.formats.format import (
    BY_COLUMNS,
    BYTE_FOLD,
    DECIMALS,
    FRACTION,
    NO_KEYS,
    NUMBER,
    SUM,
    UNSAID,
    Format,
)

FORMATS = (
    Format(
        name="ons",
        header="`pcv,ckey,pvalue`",
        origin="ONS cell-key-perturbation",
        reader="keyed",
        writer="keys",
        lookup=NUMBER,
        cell_keys=SUM,
        separators=",",
        zero="preserve",
        # The ONS tool: ((n-1) mod 250) + 501 for n > 750, which is row 501 + ((n - 501) mod 250).
        beyond="wrap:501:250",
        last_count=750,
    ),
    Format(
        name="ess",
        header="`pcv;ckey;pvalue`",
        origin="ESS / Destatis SAS",
        reader="keyed",
        writer="keys",
        lookup=NUMBER,
        cell_keys=SUM,
        first_key=1,
        key_zero="ESS means by key 0 that the cell is not perturbed",
        remark="zero cells have a separate procedure at ESS, and key 0 means not perturbed",
        separators=";",
    ),
    Format(
        name="r-ptable",
        header="`i,j,p,v,p_int_lb,p_int_ub,type`",
        origin="R ptable",
        reader="intervals",
        writer="decimals",
        lookup=FRACTION,
        cell_keys=DECIMALS,
        separators=",\t",
    ),
    Format(
        name="tau-argus",
        header="`i;j;p;v;p_int_ub` and variants",
        origin="tau-Argus",
        reader="intervals",
        writer="decimals",
        lookup=FRACTION,
        cell_keys=DECIMALS,
    ),
    Format(
        name="sas",
        header="`i;j;p;v;p_int_lb;p_int_ub`",
        origin="SAS export of R ptable",
        reader="intervals",
        writer="decimals",
        lookup=FRACTION,
        cell_keys=DECIMALS,
        separators=";",
    ),
    Format(
        name="abs-lookup",
        header="`V1,V2,…`, 256 lines",
        origin="older ABS lookup",
        reader="lookup",
        writer="keys",
        lookup=NUMBER,
        cell_keys=BYTE_FOLD,
        beyond="error",
    ),
    Format(
        name="transition",
        header="counts by released values or noise",
        origin="transition matrices",
        reader="transition",
        writer="decimals",
        lookup=NO_KEYS,
        cell_keys=UNSAID,
    ),
    Format(
        name="cellkey-json",
        header="`params: ptable:` in JSON",
        origin="R cellKey",
        reader="documents",
        writer="decimals",
        lookup=FRACTION,
        cell_keys=DECIMALS,
    ),
    Format(
        name="cellkey-yaml",
        header="`params: ptable:` in YAML",
        origin="R cellKey",
        reader="documents",
        writer="decimals",
        lookup=FRACTION,
        cell_keys=DECIMALS,
    ),
    Format(
        name="xlsx",
        header="a sheet with the columns of one of the above",
        origin="Excel; needs the extra `xlsx`",
        reader="xlsx",
        writer="",
        lookup=BY_COLUMNS,
        cell_keys=UNSAID,
        zero="",
        beyond="",
        # A zip archive, or the wrapping of encrypted workbooks and of the old .xls.
        magic=(b"PK\x03\x04", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"),
    ),
    Format(
        name="native",
        header="`*.ptable.json`",
        origin="ptcert",
        reader="native",
        writer="native",
        lookup=NUMBER,
        cell_keys=UNSAID,
        zero="",
        beyond="",
    ),
)
NAMES = tuple(kind.name for kind in FORMATS)
WRITTEN = tuple(kind.name for kind in FORMATS if kind.writer)


def format_named(name: str) -> Format:
    """Return a format by its name.

    >>> format_named("ess").first_key
    1
    """
    for kind in FORMATS:
        if kind.name == name:
            return kind
    raise InputError("format", name, "is not known", f"use one of {', '.join(NAMES)}")
