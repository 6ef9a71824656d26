import { createStore } from "./store.ts";

/**
 * The Project that this tab shows. A session has one active Project, which another tab may change. From then on,
 * whatever this tab reads belongs to another Project and is thrown away. Its writes name its own Project, so they are
 * refused.
 */
export const tabProject = createStore<string | null>(null);

/** The Project that the session switched to while this tab stayed on its own; null when there is none. */
export const otherProject = createStore<string | null>(null);

const channel = typeof BroadcastChannel === "undefined" ? null : new BroadcastChannel("ferrule.project");

/** Tells the browser's other tabs which Project the session has now. */
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel, not a window
export const announceProject = (projectId: string): void => channel?.postMessage(projectId);

channel?.addEventListener("message", ({ data }: MessageEvent<string>) => noticeProject(data));

/** Records the Project of a response. Returns whether it is this tab's. */
export function noticeProject(projectId: string): boolean {
  const mine = tabProject.get();
  if (mine === null || mine === projectId) {
    if (mine === projectId) otherProject.set(null);
    return true;
  }
  otherProject.set(projectId);
  return false;
}
