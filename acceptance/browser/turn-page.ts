import type { Page } from "playwright-core";

/** As little as is needed of what react-query keeps. */
interface QueryClient {
  removeQueries: (filters: { type: "inactive" }) => void;
  invalidateQueries: () => Promise<void>;
  getMutationCache: () => { clear: () => void };
}
interface Fiber {
  memoizedProps?: { client?: Partial<QueryClient> } | null;
  child: Fiber | null;
  sibling: Fiber | null;
}

/** In the page: leaves where it is, forgets what it has read, and goes on to `path`. False where it cannot. */
async function turn({ path, patienceMs }: { path: string; patienceMs: number }): Promise<boolean> {
  const until = async (isSo: () => boolean) => {
    for (const began = performance.now(); !isSo();) {
      if (performance.now() - began > patienceMs) return false;
      await new Promise((later) => setTimeout(later, 5));
    }
    return true;
  };
  const isNowhere = () => document.querySelector("main h1")?.textContent === "No such page";
  // Something lies over a page for as long as it takes to go, and a message until somebody has had the time to read it.
  const isBare = () =>
    document.querySelector("[role=dialog], [role=alertdialog], [role=menu], [role=listbox]") === null;
  const dismiss = () => {
    for (const close of document.querySelectorAll<HTMLElement>("[data-toast] button[aria-label=Dismiss]"))
      close.click();
    return isBare();
  };
  const client = (fiber: Fiber | null): QueryClient | undefined => {
    for (let one = fiber; one; one = one.sibling) {
      const found = one.memoizedProps?.client;
      if (found?.removeQueries) return found as QueryClient;
      const below = client(one.child);
      if (below) return below;
    }
    return undefined;
  };
  const root = document.querySelector("#root") as unknown as Record<string, Fiber> | null;
  const top = Object.keys(root ?? {}).find((key) => key.startsWith("__reactContainer$"));
  const kept = client(root?.[top ?? ""] ?? null);
  if (kept === undefined || document.querySelector("main#main") === null) return false;
  // The router hears of it, as it does of a link.
  history.pushState(null, "", "/no-such-page");
  if (!(await until(isNowhere)) || !(await until(dismiss))) return false;
  sessionStorage.clear();
  kept.removeQueries({ type: "inactive" });
  kept.getMutationCache().clear();
  void kept.invalidateQueries();
  history.pushState(null, "", path);
  return until(() => !isNowhere());
}

/**
 * Leads a page that shows the console to another address as its own links do, without anything left of what it has read:
 * to load it once more would take ten times as long, for the same picture. False where it shows something else.
 */
export async function turnPage(page: Page, path: string): Promise<boolean> {
  return page.evaluate(turn, { path, patienceMs: 5_000 });
}
