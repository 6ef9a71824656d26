import { FairQueue, type Queued } from "@ferrule/kit/turns/fair-queue.ts";

interface Waiting extends Queued {
  begin: () => void;
}

/** Returns a function that runs at most `most` tasks at once. The others wait, and their tenants take turns. */
export function createRation(most: number) {
  const waiting = new FairQueue<Waiting>();
  let running = 0;
  return async <T>(tenant: string, task: () => Promise<T>): Promise<T> => {
    if (running >= most) await new Promise<void>((begin) => waiting.add({ holder: tenant, begin }));
    else running += 1;
    try {
      return await task();
    } finally {
      const next = waiting.next();
      if (next === undefined) running -= 1;
      else next.begin();
    }
  };
}
