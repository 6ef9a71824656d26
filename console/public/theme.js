// Runs before the first paint, as a file of its own because the policy allows no inline script: no flash of the wrong theme.
(() => {
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const apply = () => {
    let chosen = "system";
    try {
      chosen = localStorage.getItem("ferrule.theme") ?? "system";
    } catch {
      // Storage may be closed to us; the system's theme it is.
    }
    document.documentElement.dataset.theme = chosen === "system" ? (dark.matches ? "dark" : "light") : chosen;
  };
  apply();
  dark.addEventListener("change", apply);
  addEventListener("storage", apply);
  addEventListener("ferrule:theme", apply);
})();
