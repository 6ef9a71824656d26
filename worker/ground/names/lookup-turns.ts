export interface LookupTurnsOptions {
  /** The number of concurrent look-ups: of all tenants, and of one. */
  inAll: number;
  ofOne: number;
}

/**
 * Limits the concurrent look-ups of a tenant and of all tenants. Waiting look-ups take turns by tenant: however many
 * one tenant has, another tenant's turn comes soon.
 */
export function createLookupTurns({ inAll, ofOne }: LookupTurnsOptions) {
  const running = new Map<string, number>();
  /** By tenant, in the order of their turns. After its turn, a tenant goes to the end. */
  const waiting = new Map<string, Set<() => void>>();
  let total = 0;

  const mayBegin = (tenant: string) => total < inAll && (running.get(tenant) ?? 0) < ofOne;

  function began(tenant: string): void {
    total += 1;
    running.set(tenant, (running.get(tenant) ?? 0) + 1);
  }

  function ended(tenant: string): void {
    total -= 1;
    const left = running.get(tenant)! - 1;
    if (left > 0) running.set(tenant, left);
    else running.delete(tenant);
    for (const [next, line] of waiting) {
      if (total >= inAll) return;
      if (!mayBegin(next)) continue;
      const [begin] = line;
      waiting.delete(next);
      line.delete(begin!);
      if (line.size > 0) waiting.set(next, line);
      began(next);
      begin!();
      return;
    }
  }

  /** Waits for a turn. @throws the signal's reason */
  function turn(tenant: string, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const line = waiting.get(tenant) ?? new Set();
      const begin = () => {
        signal.removeEventListener("abort", leave);
        resolve();
      };
      const leave = () => {
        line.delete(begin);
        if (line.size === 0 && waiting.get(tenant) === line) waiting.delete(tenant);
        reject(signal.reason as Error);
      };
      line.add(begin);
      waiting.set(tenant, line);
      signal.addEventListener("abort", leave, { once: true });
    });
  }

  return async <Found>(tenant: string, signal: AbortSignal, run: () => Promise<Found>): Promise<Found> => {
    signal.throwIfAborted();
    if (mayBegin(tenant)) began(tenant);
    else await turn(tenant, signal);
    try {
      return await run();
    } finally {
      ended(tenant);
    }
  };
}
