"use strict";
// Sorting, copying and unfolding for the printer: what the page offers beyond reading.
// Everything here is made by this script alone, so a page without it shows no dead button.
(() => {
  const collator = new Intl.Collator("en", { numeric: true });
  const NEXT = { none: "ascending", ascending: "descending", descending: "none" };
  const SIGN = { ascending: 1, descending: -1 };
  // A spreadsheet would run a pasted cell that begins like a formula and is no number.
  const FORMULA = /^[=+@-](?![\d.,/e∞+-]*$)/;
  const SHOWN_FOR = 2500;

  const element = (name, className, text) => {
    const made = document.createElement(name);
    made.className = className;
    made.textContent = text;
    return made;
  };

  const announcer = element("p", "unseen", "");
  announcer.setAttribute("role", "status");
  document.body.append(announcer);

  // Cells without a number come last, whichever way the others go.
  const byRank = (a, b, sign) => {
    if (a.dataset.rank === undefined || b.dataset.rank === undefined) {
      return (a.dataset.rank === undefined) - (b.dataset.rank === undefined);
    }
    return sign * (a.dataset.rank - b.dataset.rank);
  };
  // Integers that stand alone have no rank: their digits are exact as numbers.
  const whole = (cell) => Number(cell.textContent.replace("−", "-"));
  const byValue = (a, b, sign) => sign * (whole(a) - whole(b));
  const byText = (a, b, sign) =>
    sign * collator.compare(a.textContent.trim(), b.textContent.trim());

  const arrange = (table, rows, place, direction) => {
    const header = table.tHead.rows[0].cells[place];
    const numeric = header.classList.contains("numeric") ? byRank : byText;
    const compare = table.classList.contains("whole") ? byValue : numeric;
    const ordered = rows.slice();
    if (direction !== "none") {
      ordered.sort((a, b) => compare(a.cells[place], b.cells[place], SIGN[direction]));
    }
    for (const other of table.tHead.rows[0].cells) {
      other.removeAttribute("aria-sort");
    }
    if (direction !== "none") {
      header.setAttribute("aria-sort", direction);
    }
    const inOrder = document.createDocumentFragment();
    ordered.forEach((row) => inOrder.append(row));
    table.tBodies[0].append(inOrder);
    announcer.textContent = direction === "none"
      ? "Rows in their first order"
      : `Sorted by ${header.textContent.trim()}, ${direction}`;
  };

  const addSorting = (table) => {
    const rows = [...table.tBodies[0].rows];
    [...table.tHead.rows[0].cells].forEach((header, place) => {
      const button = element("button", "sort", "");
      button.type = "button";
      button.append(...header.childNodes);
      header.append(button);
      button.addEventListener("click", () => {
        const direction = NEXT[header.getAttribute("aria-sort") ?? "none"];
        arrange(table, rows, place, direction);
      });
    });
  };

  // What is copied can be computed with: e^(1/2), -5 and 2e-8, not how it is set.
  const seen = (node) => {
    if (node.nodeType === Node.TEXT_NODE) {
      return node.data;
    }
    if (!node.checkVisibility()) {
      return "";
    }
    const inside = [...node.childNodes].map(seen).join("");
    if (node.tagName === "SUP") {
      return `^(${inside})`;
    }
    return node.classList.contains("exact") ? ` ${inside}` : inside;
  };
  const lowered = (text) => [...text].map((raised) => "⁰¹²³⁴⁵⁶⁷⁸⁹".indexOf(raised)).join("");
  const power = (_, minus, digits) => `${minus && "-"}${lowered(digits)}`;
  const typed = (text) => text
    .replace(/\u202f×\u202f10(⁻?)([⁰¹²³⁴-⁹]+)/g, (...found) => `e${power(...found)}`)
    .replace(/\b10(⁻?)([⁰¹²³⁴-⁹]+)/g, (...found) => `1e${power(...found)}`)
    .replace(/(⁻?)([⁰¹²³⁴-⁹]+)/g, (...found) => `^${power(...found)}`)
    .replace(/−(?=[\d∞])/g, "-");
  const cellText = (cell) => {
    const text = typed(seen(cell)).replace(/\s+/g, " ").trim();
    return FORMULA.test(text) ? `'${text}` : text;
  };

  const tableText = (table) =>
    [...table.rows].map((row) => [...row.cells].map(cellText).join("\t")).join("\n");

  // Where a page from a file may not use the clipboard directly.
  const copySelected = (text) => {
    const area = element("textarea", "unseen", "");
    const before = document.activeElement;
    area.value = text;
    area.readOnly = true;
    document.body.append(area);
    area.select();
    const done = document.execCommand("copy");
    area.remove();
    before?.focus({ preventScroll: true });
    return done;
  };

  const copy = async (text) => {
    try {
      await navigator.clipboard.writeText(text);
      return true;
    } catch {
      return copySelected(text);
    }
  };

  const addCopying = (sheet) => {
    const table = sheet.querySelector("table");
    const button = element("button", "copy", "");
    const label = element("span", "", "Copy");
    button.type = "button";
    button.append(label, element("span", "unseen", ` the table: ${table.caption.textContent}`));
    button.addEventListener("click", async () => {
      const done = await copy(tableText(table));
      label.textContent = done ? "Copied" : "Not copied";
      announcer.textContent = done
        ? `${table.rows.length} rows copied`
        : "The browser did not allow copying; select the table by hand";
      setTimeout(() => { label.textContent = "Copy"; }, SHOWN_FOR);
    });
    sheet.prepend(button);
  };

  document.querySelectorAll("table.data:not(.fixed)").forEach(addSorting);
  document.querySelectorAll(".sheet").forEach(addCopying);
})();
