import { setImmediate } from "node:timers/promises";

/** What one request may do before the others have their turn. */
const longestTurnMs = 20;

/** Lets the requests of others run between two steps of long work, when a turn of it has lasted 20 ms. */
export function createBreather(): () => Promise<void> {
  let began = performance.now();
  return async () => {
    if (performance.now() - began < longestTurnMs) return;
    await setImmediate();
    began = performance.now();
  };
}
