import { setTimeout as delay } from "node:timers/promises";
import type { ChangesPage } from "@ferrule/contract/internal/changes.ts";
import type { Log } from "@ferrule/kit/log.ts";
import type { ControlPlaneClient } from "../../../ground/control-plane-client/control-plane-client.ts";
import { createCatchUp } from "./catch-up.ts";
import type { EndpointDirectory } from "./endpoint-directory.ts";
import { type FeedPosition, FeedReading } from "./feed-reading.ts";
import type { StateFile } from "./state-file.ts";

export interface Following extends AsyncDisposable {
  /**
   * How long the control plane has been away: 0 while it responds or holds a request, otherwise the time since it last
   * responded or confirmed the kept state. `Infinity` before either.
   */
  staleMs: () => number;
  /** Whether the worker has any state to serve from: a full reading of the feed, or a kept state. */
  synced: () => boolean;
  /** The last applied position. Null before the first full reading. */
  position: () => FeedPosition | null;
  /**
   * Resolves when the worker has applied everything that the control plane had announced before. See `createCatchUp`.
   */
  caughtUp: () => Promise<void>;
}

interface FollowChangesOptions {
  client: Pick<ControlPlaneClient, "listChanges">;
  directory: EndpointDirectory;
  file: StateFile;
  log: Log;
  /**
   * If the control plane was away for this long, the worker reads everything again. This request is answered at once,
   * while a held request would prove nothing for a while.
   */
  maxStaleMs: number;
  /** Called with each page as it arrives, before it is applied. */
  heard?: ((page: ChangesPage) => void) | undefined;
  /** Called after each page is applied. */
  taken: () => void;
}

const firstPauseMs = 50;
const longestPauseMs = 5_000;

interface AgainMeans {
  signal: AbortSignal;
  log: Log;
  /** Called after each round with whether the control plane is away. */
  turned: (isAway: boolean) => void;
}

/** Follows until `signal` aborts, with pauses after failures. */
async function againAndAgain(follow: () => Promise<void>, { signal, log, turned }: AgainMeans): Promise<void> {
  let pauseMs = 0;
  while (!signal.aborted) {
    try {
      await follow();
      if (pauseMs > 0) log.info("the control plane is back");
      turned(false);
      pauseMs = 0;
    } catch (error) {
      if (signal.aborted) return;
      if (pauseMs === 0) log.warn({ err: error }, "the control plane is away; serving on from what is held");
      turned(true);
      pauseMs = Math.min(Math.max(pauseMs * 2, firstPauseMs), longestPauseMs);
      await delay(pauseMs * (0.5 + Math.random() / 2), undefined, { signal }).catch(() => {});
    }
  }
}

/**
 * Follows the feed of changes without gaps for the life of the process. It starts from the kept state, asks for what
 * came after the last sequence, and starts over when the epoch changes. Pauses after failures grow to 5 s, with jitter,
 * so that workers do not all return at once.
 */
export async function followChanges(options: FollowChangesOptions): Promise<Following> {
  const { client, directory, file, log, maxStaleMs, heard, taken } = options;
  const closing = new AbortController();
  const { signal } = closing;
  const reading = new FeedReading(directory);
  let away = true;
  /** Epoch milliseconds. */
  let contactAt = Number.NEGATIVE_INFINITY;

  const kept = await file.read();
  if (kept !== null) {
    contactAt = kept.confirmedAt;
    reading.startFrom(kept.state);
    log.info({ endpoints: directory.size, sequence: reading.sequence }, "started from the kept state");
  }

  const catchUp = createCatchUp({
    read: (ending) =>
      client.listChanges({
        query: { since: reading.sequence, epoch: reading.epoch ?? undefined, held: "0" },
        signal: ending,
      }),
    has: (page) => reading.has(page),
    signal,
  });
  const staleMs = () => (away ? Math.max(0, Date.now() - contactAt) : 0);

  async function follow(): Promise<void> {
    const again = reading.synced && staleMs() > maxStaleMs;
    const [since, epoch] = again ? [0, undefined] : [reading.sequence, reading.epoch ?? undefined];
    const query = { since, epoch, reading: reading.gathers ? ("1" as const) : undefined };
    const page = await client.listChanges({ query, signal });
    if (page.reset) log.info({ epoch: page.epoch }, "reading the feed from its beginning");
    heard?.(page);
    const quiet = page.items.length === 0 && !page.reset;
    reading.take(page);
    contactAt = Date.now();
    catchUp.taken();
    taken();
    if (quiet) file.confirmed();
    else if (!reading.gathers) file.changed(() => reading.state());
  }

  const running = againAndAgain(follow, { signal, log, turned: (isAway) => (away = isAway) });
  return {
    staleMs,
    synced: () => reading.synced,
    position: () => reading.position(),
    caughtUp: catchUp.caughtUp,
    async [Symbol.asyncDispose]() {
      closing.abort();
      await running;
      await file[Symbol.asyncDispose]();
    },
  };
}
