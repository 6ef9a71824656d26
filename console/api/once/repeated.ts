/** The second click of a double click comes at most this long after the first, in milliseconds. */
export const doubleClickMs = 500;

/** Recognises a request that repeats another one by accident. */
export interface Repeats {
  /**
   * Whether the request may be sent. `place` is what it acts on, `whole` is all of it: one request at a time acts on a
   * place, and an equal one is not sent again within a double click.
   */
  admits: (place: string, whole: string) => boolean;
  /** Call it when the request has its answer. */
  ended: (place: string) => void;
  /** Call it when the request failed: then the user may try again at once. */
  failed: (place: string, whole: string) => void;
}

/** Creates the memory of one button or form. `now` returns milliseconds. */
export function createRepeats(now: () => number = () => performance.now()): Repeats {
  const pending = new Set<string>();
  let last = { whole: "", at: Number.NEGATIVE_INFINITY };
  return {
    admits(place, whole) {
      if (pending.has(place) || (whole === last.whole && now() - last.at < doubleClickMs)) return false;
      pending.add(place);
      last = { whole, at: now() };
      return true;
    },
    ended(place) {
      pending.delete(place);
    },
    failed(place, whole) {
      pending.delete(place);
      if (last.whole === whole) last = { whole: "", at: Number.NEGATIVE_INFINITY };
    },
  };
}

interface Sent {
  signal?: unknown;
}

/** Sends overlapping equal writes once: the second gets the answer of the first. */
export function sentOnce<Given extends Sent>(call: (input?: Given) => Promise<unknown>) {
  const pending = new Map<string, Promise<unknown>>();
  return (input?: Given): Promise<unknown> => {
    // Whoever passes a signal may cancel the request, and must cancel nobody else's.
    if (input?.signal !== undefined) return call(input);
    const whole = JSON.stringify(input) ?? "";
    const running = pending.get(whole);
    if (running !== undefined) return running;
    const sent = call(input).finally(() => pending.delete(whole));
    pending.set(whole, sent);
    return sent;
  };
}
