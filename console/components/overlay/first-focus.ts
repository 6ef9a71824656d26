const fields = [
  "input:not([type=hidden]):not([type=file]):not(:disabled)",
  "textarea:not(:disabled)",
  "select:not(:disabled)",
  "[role=combobox]:not([aria-disabled=true])",
  "[role=radio]:not([aria-disabled=true])",
  "[contenteditable=true]",
].join(",");

/** Whether it is in sight without scrolling, so that its focus leaves what stands above it in sight, too. */
function isInSight(field: HTMLElement, popup: HTMLElement): boolean {
  const end = popup.querySelector("footer")?.getBoundingClientRect().top ?? popup.getBoundingClientRect().bottom;
  return field.getBoundingClientRect().top < end;
}

const isShown = (element: HTMLElement) => element.getClientRects().length > 0;
const firstOf = (within: Element | null, selector: string) =>
  Array.from(within?.querySelectorAll<HTMLElement>(selector) ?? []).find(isShown);

function firstField(popup: HTMLElement | null): HTMLElement | undefined {
  const field = firstOf(popup, fields);
  return popup && field && isInSight(field, popup) ? field : undefined;
}

/**
 * Chooses the element that gets the focus when something opens over the page: its first field, if that is in sight;
 * otherwise the first button at the bottom, which discards nothing; otherwise the whole popup. Never the × button.
 */
export function firstFocus(popup: HTMLElement | null): HTMLElement | null {
  return firstField(popup) ?? firstOf(popup?.querySelector("footer") ?? null, "button") ?? popup;
}
