import { setTimeout as delay } from "node:timers/promises";
import type { ChangesPage } from "@ferrule/contract/internal/changes.ts";
import type { Log } from "@ferrule/kit/log.ts";
import type { ControlPlaneClient } from "../control-plane-client/control-plane-client.ts";
import { createCatchUp } from "./catch-up.ts";
import type { EndpointDirectory } from "./endpoint-directory.ts";
import type { StateFile } from "./state-file.ts";

export interface FeedPosition {
  epoch: string;
  sequence: number;
}

export interface Following extends AsyncDisposable {
  /**
   * How long the control plane has been away: 0 while it answers or holds a request, otherwise the time since it last
   * answered, or had confirmed what was kept; `Infinity` before either.
   */
  staleMs: () => number;
  /** Whether there is something to serve from: a whole reading of the feed, or a kept state. */
  synced: () => boolean;
  /** Up to where everything has been taken over; null before a first whole reading. */
  position: () => FeedPosition | null;
  /** Resolves when everything has been taken over that the control plane had said before; see catch-up. */
  caughtUp: () => Promise<void>;
}

interface FollowChangesOptions {
  client: ControlPlaneClient;
  directory: EndpointDirectory;
  file: StateFile;
  log: Log;
  /** After this long away everything is read again: that is answered at once, where a held request proves nothing yet. */
  maxStaleMs: number;
  /** Told of each page as it comes, before it is taken over. */
  heard?: ((page: ChangesPage) => void) | undefined;
  /** Called after each page that has been taken over. */
  taken: () => void;
}

type Items = ChangesPage["items"];

const firstPauseMs = 50;
const longestPauseMs = 5_000;

/**
 * Follows `GET /internal/changes` without gaps for as long as the process lives: it starts from the kept state, asks
 * for what came after the last sequence, and begins anew when the epoch is another one. Pauses after failures grow to
 * 5 s, with jitter, so that workers do not all come back in the same moment.
 */
export async function followChanges(options: FollowChangesOptions): Promise<Following> {
  const { client, directory, file, log, maxStaleMs, heard, taken } = options;
  const closing = new AbortController();
  const { signal } = closing;
  let epoch: string | null = null;
  let sequence = 0;
  let synced = false;
  let away = true;
  /** Epoch milliseconds. */
  let contactAt = Number.NEGATIVE_INFINITY;
  /** The pages of a reading from the beginning, until the last of them is here. */
  let reading: Items | null = null;

  const kept = await file.read();
  if (kept !== null) {
    const { state, confirmedAt } = kept;
    epoch = state.epoch;
    sequence = state.sequence;
    contactAt = confirmedAt;
    synced = true;
    directory.apply({ reset: true, items: state.states.map(([key, value]) => ({ key, sequence: 0, state: value })) });
    log.info({ endpoints: directory.size, sequence }, "started from the kept state");
  }

  const catchUp = createCatchUp({
    read: (ending) => client.changesNow(sequence, epoch, ending),
    has: (page) => epoch === page.epoch && sequence >= page.sequence,
    signal,
  });

  const current = () => ({ epoch: epoch ?? "", sequence, states: [...directory.states.entries] });
  const staleMs = () => (away ? Math.max(0, Date.now() - contactAt) : 0);

  /** What was held of another epoch serves on until all of the new one is here. */
  function take({ reset, items, more }: ChangesPage): void {
    if (reset) reading = [];
    reading?.push(...items);
    if (reading === null) directory.apply({ reset: false, items });
    else if (!more) {
      directory.apply({ reset: true, items: reading });
      reading = null;
    }
    if (!more) synced = true;
  }

  async function follow(): Promise<void> {
    const again = synced && staleMs() > maxStaleMs;
    const page = await client.changes(again ? 0 : sequence, again ? null : epoch, reading !== null, signal);
    if (page.reset) log.info({ epoch: page.epoch }, "reading the feed from its beginning");
    heard?.(page);
    const quiet = page.items.length === 0 && !page.reset;
    take(page);
    epoch = page.epoch;
    ({ sequence } = page);
    contactAt = Date.now();
    catchUp.taken();
    taken();
    if (quiet) file.confirmed();
    else if (reading === null) file.changed(current);
  }

  async function run(): Promise<void> {
    let pauseMs = 0;
    while (!signal.aborted) {
      try {
        await follow();
        if (away && pauseMs > 0) log.info("the control plane is back");
        away = false;
        pauseMs = 0;
      } catch (error) {
        if (signal.aborted) return;
        if (pauseMs === 0) log.warn({ err: error }, "the control plane is away; serving on from what is held");
        away = true;
        pauseMs = Math.min(Math.max(pauseMs * 2, firstPauseMs), longestPauseMs);
        await delay(pauseMs * (0.5 + Math.random() / 2), undefined, { signal }).catch(() => {});
      }
    }
  }

  const running = run();
  return {
    staleMs,
    synced: () => synced,
    position: () => (synced && reading === null && epoch !== null ? { epoch, sequence } : null),
    caughtUp: catchUp.caughtUp,
    async [Symbol.asyncDispose]() {
      closing.abort();
      await running;
      await file[Symbol.asyncDispose]();
    },
  };
}
