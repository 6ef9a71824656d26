import { createStore } from "../../api/store.ts";
import { executionsSearch, type ExecutionsSearch } from "./search.ts";

export interface SavedView {
  name: string;
  search: ExecutionsSearch;
}

const storageKey = "ferrule.executions.views";

function readAll(): Record<string, SavedView[]> {
  try {
    const kept = JSON.parse(localStorage.getItem(storageKey) ?? "{}") as Record<string, SavedView[]>;
    return typeof kept === "object" && kept !== null ? kept : {};
  } catch {
    return {};
  }
}

const all = createStore(readAll());

function write(next: Record<string, SavedView[]>): void {
  all.set(next);
  try {
    localStorage.setItem(storageKey, JSON.stringify(next));
  } catch {
    // The browser stores nothing, so the views last as long as the tab.
  }
}

/** The views of a Project saved in this browser. */
export function useSavedViews(projectId: string) {
  const views = all.use()[projectId] ?? [];
  return {
    views: views.map(({ name, search }) => ({ name, search: executionsSearch({ ...search }) })),
    save: (view: SavedView) =>
      write({ ...all.get(), [projectId]: [...views.filter(({ name }) => name !== view.name), view] }),
    remove: (name: string) => write({ ...all.get(), [projectId]: views.filter((view) => view.name !== name) }),
  };
}
