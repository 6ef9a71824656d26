const key = "ferrule.reloaded-at";
const onceInMs = 30_000;

/**
 * After an upgrade, a page that is still open asks for chunks that are gone. It is loaded again, once: a chunk that is
 * missing right after that is an error and is shown as one.
 */
export function reloadOnStaleChunk(): void {
  window.addEventListener("vite:preloadError", (event) => {
    const last = Number(sessionStorage.getItem(key) ?? 0);
    if (Date.now() - last < onceInMs) return;
    sessionStorage.setItem(key, String(Date.now()));
    event.preventDefault();
    window.location.reload();
  });
}
