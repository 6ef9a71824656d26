import type { Output } from "../terminal/output.ts";

/** An output that waits while somebody is asked something, so that nothing comes between the question and the answer. */
export interface HeldOutput extends Pick<Output, "note" | "event"> {
  /** Runs `work` while everything else waits. */
  during: <T>(work: () => Promise<T>) => Promise<T>;
}

export function heldOutput(out: Pick<Output, "note" | "event">): HeldOutput {
  let waiting: (() => void)[] | null = null;
  const say = (speak: () => void) => {
    if (waiting === null) speak();
    else waiting.push(speak);
  };
  return {
    note: (text) => say(() => out.note(text)),
    event: (json, human) => say(() => out.event(json, human)),
    during: async (work) => {
      waiting ??= [];
      try {
        return await work();
      } finally {
        const all = waiting;
        waiting = null;
        for (const speak of all) speak();
      }
    },
  };
}
