import type { Page } from "playwright-core";

/** As little of react-query's cache as possible. */
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

const patienceMs = 5_000;

/**
 * Runs in the page: goes to an empty page, and forgets its data. Returns false if it cannot, because nobody is signed
 * in.
 */
async function leave(withinMs: number): Promise<boolean> {
  const clientIn = (first: Fiber | null): QueryClient | undefined => {
    for (let fiber = first; fiber; fiber = fiber.sibling) {
      const client = fiber.memoizedProps?.client;
      if (client?.removeQueries) return client as QueryClient;
      const below = clientIn(fiber.child);
      if (below) return below;
    }
    return undefined;
  };
  const root = document.querySelector("#root") as unknown as Record<string, Fiber> | null;
  const top = Object.keys(root ?? {}).find((key) => key.startsWith("__reactContainer$"));
  const client = clientIn(root?.[top ?? ""] ?? null);
  if (client === undefined || document.querySelector("main#main") === null) return false;
  // The router treats it like a link, except that it never asks about unsaved work.
  history.pushState(null, "", "/no-such-page");
  const over = "[role=dialog], [role=alertdialog], [role=menu], [role=listbox]";
  for (const began = performance.now(); ;) {
    for (const button of document.querySelectorAll<HTMLElement>("[data-toast] [aria-label=Dismiss]")) button.click();
    const isThere = document.querySelector("main h1")?.textContent === "Page not found";
    if (isThere && document.querySelector(over) === null) break;
    if (performance.now() - began > withinMs) return false;
    await new Promise((later) => setTimeout(later, 5));
  }
  sessionStorage.clear();
  client.removeQueries({ type: "inactive" });
  client.getMutationCache().clear();
  void client.invalidateQueries();
  return true;
}

/** Runs in the page: leaves the empty page. */
async function enter({ path, withinMs }: { path: string; withinMs: number }): Promise<boolean> {
  history.pushState(null, "", path);
  for (const began = performance.now(); document.querySelector("main h1")?.textContent === "Page not found";) {
    if (performance.now() - began > withinMs) return false;
    await new Promise((later) => setTimeout(later, 5));
  }
  return true;
}

/**
 * Takes a page that shows the console to an empty page without any data. Returns false if it shows something else.
 */
export const leavePage = (page: Page): Promise<boolean> => page.evaluate(leave, patienceMs);

/**
 * Takes a page to another address through the console's own links: loading it again takes ten times as long, for the
 * same picture.
 */
export const enterPage = (page: Page, path: string): Promise<boolean> =>
  page.evaluate(enter, { path, withinMs: patienceMs });
