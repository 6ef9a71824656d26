import { inlineBarMs } from "../limits.ts";

const most = 1_000;

/** Functions that recently blocked their executor's main thread. Their turns run in other threads for a while. */
export function createInlineBar() {
  const until = new Map<string, number>();
  return {
    has(functionKey: string): boolean {
      const end = until.get(functionKey);
      if (end === undefined) return false;
      if (end > performance.now()) return true;
      until.delete(functionKey);
      return false;
    },
    add(functionKey: string): void {
      until.delete(functionKey);
      until.set(functionKey, performance.now() + inlineBarMs);
      if (until.size > most) until.delete(until.keys().next().value!);
    },
  };
}
