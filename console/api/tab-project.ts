import { createStore } from "./store.ts";

/**
 * The Project that this tab shows. A session has one active Project, which another tab may change: what is read then
 * belongs to another Project and is thrown away, and what is written says which Project it means and is refused.
 */
export const tabProject = createStore<string | null>(null);

/** The Project that the session has turned to while this tab stayed on its own; null: none. */
export const otherProject = createStore<string | null>(null);

const channel = typeof BroadcastChannel === "undefined" ? null : new BroadcastChannel("ferrule.project");

/** Tells the other tabs of this browser which Project the session has now. */
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel, not a window
export const announceProject = (projectId: string): void => channel?.postMessage(projectId);

channel?.addEventListener("message", ({ data }: MessageEvent<string>) => noticeProject(data));

/** Takes notice of the Project an answer came from. Answers whether it is this tab's. */
export function noticeProject(projectId: string): boolean {
  const mine = tabProject.get();
  if (mine === null || mine === projectId) {
    if (mine === projectId) otherProject.set(null);
    return true;
  }
  otherProject.set(projectId);
  return false;
}
