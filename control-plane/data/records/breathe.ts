import { setImmediate } from "node:timers/promises";

/** How long one request may run before others get their turn. */
const longestTurnMs = 20;

/** Yields to other requests between two steps of long work, once a turn has lasted 20 ms. */
export function createBreather(): () => Promise<void> {
  let began = performance.now();
  return async () => {
    if (performance.now() - began < longestTurnMs) return;
    await setImmediate();
    began = performance.now();
  };
}
