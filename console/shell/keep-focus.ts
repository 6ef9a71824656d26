/** Not what is typed into: there, shortcuts would be text. */
const focusable = "button, a[href], [tabindex='0']";
/** Farther than this, a row has gone because somebody scrolled it out of sight. */
const scrolledPx = 200;

const ancestors = (element: Element | null): Element[] =>
  element === null ? [] : [element, ...ancestors(element.parentElement)];

/** What had the focus last, with all that is around it, and how far the page was scrolled; in the page, not in a dialog over it. */
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
 * Keeps a person on the keyboard where they were. Where the control that has the focus goes, because what it did is done or
 * its row was deleted, browsers leave the focus nowhere: it goes on to the first control of what is left around it.
 */
export function keepFocus(): void {
  document.addEventListener("focusin", ({ target }) => {
    if (target instanceof Element && target.closest("main") !== null)
      last = { elements: ancestors(target), scrolled: window.scrollY };
  });
  // After the change was drawn, and after a dialog has given the focus back.
  document.addEventListener("focusout", ({ relatedTarget }) => {
    if (relatedTarget === null) requestAnimationFrame(() => requestAnimationFrame(check));
  });
}
