// The page follows the system's colours, keeps its state in its address, and copies command lines.
"use strict";

const dark = window.matchMedia("(prefers-color-scheme: dark)");
const colours = () => {
  document.documentElement.dataset.bsTheme = dark.matches ? "dark" : "light";
};
dark.addEventListener("change", colours);
colours();

// A slider of the browser itself: keyboard and screen reader know it.
class Slider extends Shiny.InputBinding {
  find(scope) {
    return $(scope).find("input.ptcert-range");
  }
  getValue(element) {
    return element.value;
  }
  subscribe(element, callback) {
    $(element).on("input.ptcert", () => {
      document.getElementById(`${element.id}-value`).textContent = element.value;
      callback(true);
    });
  }
  unsubscribe(element) {
    $(element).off(".ptcert");
  }
  getRatePolicy() {
    return { policy: "debounce", delay: 60 };
  }
}
Shiny.inputBindings.register(new Slider(), "ptcert.range");

Shiny.addCustomMessageHandler("address", ({ query }) => {
  history.replaceState(null, "", `?${query}`);
});

// Only what is being done can be cancelled.
$(document).on("shiny:value", ({ name, value }) => {
  if (!name.endsWith("_busy")) return;
  document.getElementById(name.replace("_busy", "_cancel")).hidden = !value.startsWith("Working");
});

document.addEventListener("click", async (event) => {
  const button = event.target.closest("button.copies");
  if (button === null) return;
  const text = document.getElementById(button.dataset.copies).textContent;
  await navigator.clipboard.writeText(text);
  button.textContent = "Copied";
});
