/** Text inputs are left out, because in them shortcuts would be text. */
const focusable = "button, a[href], [tabindex='0']";
/** After scrolling farther than this, a missing row was only scrolled out of sight. */
const scrolledPx = 200;

const ancestors = (element: Element | null): Element[] =>
  element === null ? [] : [element, ...ancestors(element.parentElement)];

/**
 * The element that last had the focus, with its ancestors, and the scroll position; only for the page, not for a dialog
 * over it.
 */
let last: { elements: readonly Element[]; scrolled: number } = { elements: [], scrolled: 0 };

function check(): void {
  const main = document.querySelector("main");
  const [lost] = last.elements;
  const isLost = document.activeElement === document.body && lost?.isConnected === false;
  if (!isLost || main === null || Math.abs(window.scrollY - last.scrolled) > scrolledPx) return;
  if (document.querySelector("[role=dialog]:not([data-toast]), [role=alertdialog]") !== null) return;
  const left = last.elements.filter((element) => element.isConnected && element !== main && main.contains(element));
  const next = left.map((element) => element.querySelector<HTMLElement>(focusable)).find((found) => found !== null);
  (next ?? main).focus({ preventScroll: true });
}

/**
 * Keeps keyboard users at their place. When the focused control disappears, because its action is done or its row was
 * deleted, browsers drop the focus. This moves the focus to the first remaining control around it.
 */
export function keepFocus(): void {
  document.addEventListener("focusin", ({ target }) => {
    if (target instanceof Element && target.closest("main") !== null)
      last = { elements: ancestors(target), scrolled: window.scrollY };
  });
  // Wait until the change is drawn, and until a dialog has returned the focus.
  document.addEventListener("focusout", ({ relatedTarget }) => {
    if (relatedTarget === null) requestAnimationFrame(() => requestAnimationFrame(check));
  });
}
