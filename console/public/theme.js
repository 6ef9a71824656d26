// Runs before the first paint, so that the wrong theme never flashes. It is a separate file, because the policy allows
// no inline script.
(() => {
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const apply = () => {
    let chosen = "system";
    try {
      chosen = localStorage.getItem("ferrule.theme") ?? "system";
    } catch {
      // Storage may be unavailable; the system's theme then applies.
    }
    document.documentElement.dataset.theme = chosen === "system" ? (dark.matches ? "dark" : "light") : chosen;
  };
  apply();
  dark.addEventListener("change", apply);
  addEventListener("storage", apply);
  addEventListener("ferrule:theme", apply);
})();
