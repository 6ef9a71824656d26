import { createStore } from "../../api/store.ts";

const storageKey = "ferrule.executions.columns";

/** The columns that are shown unless somebody chooses others. */
export const usualColumns: readonly string[] = [
  "status",
  "function",
  "called",
  "error",
  "source",
  "caller",
  "tenant",
  "duration",
  "started",
];

function read(): readonly string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(storageKey) ?? "null");
    return Array.isArray(kept) && kept.every((one) => typeof one === "string") ? kept : usualColumns;
  } catch {
    return usualColumns;
  }
}

const chosen = createStore(read());

function set(next: readonly string[]): void {
  chosen.set(next);
  try {
    localStorage.setItem(storageKey, JSON.stringify(next));
  } catch {
    // The browser stores nothing, so the choice lasts as long as the tab.
  }
}

/** The chosen columns of the list of executions, kept in this browser for all Projects. */
export const useChosenColumns = () => {
  const ids = chosen.use();
  return {
    isShown: (id: string) => ids.includes(id),
    toggle: (id: string) => set(ids.includes(id) ? ids.filter((one) => one !== id) : [...ids, id]),
    isUsual: ids.length === usualColumns.length && usualColumns.every((id) => ids.includes(id)),
    reset: () => set(usualColumns),
  };
};
