import { connection, noticeLoss } from "./connection.ts";
import { queryClient } from "./query-client.ts";

const key = "ferrule.reloaded-at";
const onceInMs = 30_000;

/** Whether the server is reachable now. */
const answers = () =>
  fetch("/health", { cache: "no-store" }).then(
    ({ ok }) => ok,
    () => false,
  );

function away(): null {
  noticeLoss(() => void queryClient.invalidateQueries());
  return null;
}

const forever = () => new Promise<never>(() => {});

const isBack = () =>
  new Promise<void>((resolve) => {
    const stop = connection.listen(() => {
      if (connection.get() !== "up") return;
      stop();
      resolve();
    });
  });

/**
 * Reloads the document because an upgrade removed a chunk; at most once in 30 seconds. Returns false if it reloaded
 * just now: then the chunk is missing for another reason.
 */
export function reloadOnce(href: string = window.location.href): boolean {
  const last = Number(sessionStorage.getItem(key) ?? 0);
  if (Date.now() - last < onceInMs) return false;
  sessionStorage.setItem(key, String(Date.now()));
  if (href === window.location.href) window.location.reload();
  else window.location.assign(href);
  return true;
}

/**
 * Loads a chunk. Returns null while the server is away; the banner reports that. `href` is the page that needs it.
 * @throws what `load` throws when the server is there and the chunk still cannot be loaded
 */
export async function tryChunk<T>(load: () => Promise<T>, href?: string): Promise<T | null> {
  // Browsers cache a failed import and never retry it, so we do not start one that is bound to fail.
  if ((!navigator.onLine || connection.get() === "lost") && !(await answers())) return away();
  try {
    return await load();
  } catch (error) {
    if (!(await answers())) return away();
    if (reloadOnce(href)) return forever();
    throw error;
  }
}

/**
 * Loads a chunk. While the server is away it waits and then continues by itself, so that the page stays on the screen.
 */
export async function loadChunk<T>(load: () => Promise<T>): Promise<T> {
  for (;;) {
    const chunk = await tryChunk(load);
    if (chunk !== null) return chunk;
    await isBack();
  }
}
