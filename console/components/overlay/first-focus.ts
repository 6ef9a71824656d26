const fields = [
  "input:not([type=hidden]):not([type=file]):not(:disabled)",
  "textarea:not(:disabled)",
  "select:not(:disabled)",
  "[role=combobox]:not([aria-disabled=true])",
  "[role=radio]:not([aria-disabled=true])",
  "[contenteditable=true]",
].join(",");

const isShown = (element: HTMLElement) => element.getClientRects().length > 0;
const firstOf = (within: Element | null, selector: string) =>
  Array.from(within?.querySelectorAll<HTMLElement>(selector) ?? []).find(isShown);

/**
 * Chooses the element that gets the focus when something opens over the page: its first field; without one, the first
 * button at the bottom, which discards nothing; otherwise the whole popup. Never the × button.
 */
export function firstFocus(popup: HTMLElement | null): HTMLElement | null {
  return firstOf(popup, fields) ?? firstOf(popup?.querySelector("footer") ?? null, "button") ?? popup;
}
