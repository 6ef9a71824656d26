import { ApiError } from "@ferrule/contract/client.ts";
import { readEvents } from "../../../api/read-events.ts";
import { api, sendToApi } from "../../../api/api.ts";
import { createStore, type Store } from "../../../api/store.ts";
import type { InputOf, ItemOf } from "../../../api/use-operation.ts";
import { mergeRows } from "./merge-rows.ts";

export type ExecutionRow = ItemOf<"listExecutions">;
export type ExecutionFilters = Omit<NonNullable<InputOf<"listExecutions">["query"]>, "limit" | "cursor">;

export interface FeedState {
  /** Undefined before the first answer. */
  rows: readonly ExecutionRow[] | undefined;
  /** Rows that have arrived since and are not shown yet, newest last. */
  arrived: readonly ExecutionRow[];
  /** The rows inserted last, which are highlighted for a moment. */
  fresh: ReadonlySet<string>;
  error: Error | null;
  hasMore: boolean;
  stream: "off" | "connecting" | "open" | "lost";
}

export interface Feed {
  state: Store<FeedState>;
  /** Reads the next page; one at a time. */
  more: () => void;
  /** Starts over from the first page. */
  refresh: () => void;
  /** Follows newly recorded executions until `signal` aborts; resumes by itself after a lost connection. */
  follow: (signal: AbortSignal) => Promise<void>;
  /** Inserts the rows that have arrived into the list. */
  show: () => void;
}

const pageSize = 200;
/** Many events a second arrive under load, so they are passed to the page in batches. */
const gatherMs = 200;
/** How many unshown rows to keep. After a day away, reading the list again finds the rest. */
const mostArrived = 5_000;

const pause = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener("abort", () => (clearTimeout(timer), resolve()), { once: true });
  });

/** Hands rows on in batches, and the rest at the end. */
function inBatches(take: (rows: readonly ExecutionRow[]) => void) {
  let gathered: ExecutionRow[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  const hand = () => {
    timer = undefined;
    take(gathered);
    gathered = [];
  };
  return {
    add(row: ExecutionRow) {
      gathered.push(row);
      timer ??= setTimeout(hand, gatherMs);
    },
    end() {
      if (timer !== undefined) clearTimeout(timer);
      hand();
    },
  };
}

/** The executions that match the filters, page by page, and those recorded meanwhile. */
export function createFeed(filters: ExecutionFilters): Feed {
  const state = createStore<FeedState>({
    rows: undefined,
    arrived: [],
    fresh: new Set(),
    error: null,
    hasMore: false,
    stream: "off",
  });
  const change = (next: Partial<FeedState>) => state.set({ ...state.get(), ...next });
  let cursor: string | null = null;
  let reading = false;
  let lastEventId: string | undefined;

  async function read(from: string | null): Promise<void> {
    if (reading) return;
    reading = true;
    try {
      const query = { ...filters, limit: pageSize, ...(from === null ? {} : { cursor: from }) };
      const { items, nextCursor } = await api.listExecutions({ query });
      cursor = nextCursor;
      const before = from === null ? [] : (state.get().rows ?? []);
      change({ rows: [...before, ...items], error: null, hasMore: nextCursor !== null });
    } catch (error) {
      change({ error: error as Error });
    } finally {
      reading = false;
    }
  }

  function take(rows: readonly ExecutionRow[]): void {
    const { rows: shown, arrived } = state.get();
    const known = new Set([...arrived, ...(shown ?? []).slice(0, 2_000)].map(({ id }) => id));
    const fresh = rows.filter(({ id }) => !known.has(id));
    if (fresh.length > 0) change({ arrived: [...arrived, ...fresh].slice(-mostArrived) });
  }

  async function listen(signal: AbortSignal): Promise<void> {
    const query = new URLSearchParams(Object.entries(filters));
    const response = await sendToApi(`/api/executions/stream?${query.toString()}`, {
      headers: {
        accept: "text/event-stream",
        ...(lastEventId === undefined ? {} : { "last-event-id": lastEventId }),
      },
      signal,
    });
    if (!response.ok || response.body === null)
      throw new ApiError(response.status, { code: "UNAVAILABLE", message: "No stream.", requestId: "" });
    change({ stream: "open" });
    const batches = inBatches(take);
    try {
      for await (const { event, data, id } of readEvents(response.body)) {
        if (id !== undefined) lastEventId = id;
        if (event === "reset") void read(null);
        else if (event === "execution") batches.add(data as ExecutionRow);
      }
    } finally {
      batches.end();
    }
  }

  return {
    state,
    more: () => void (cursor === null ? undefined : read(cursor)),
    refresh() {
      cursor = null;
      change({ arrived: [] });
      void read(null);
    },
    async follow(signal) {
      const wasRead = state.get().rows !== undefined;
      if (!wasRead) void read(null);
      for (let waitMs = 1_000; !signal.aborted; waitMs = Math.min(waitMs * 2, 15_000)) {
        if (state.get().stream !== "lost") change({ stream: "connecting" });
        const begun = Date.now();
        await listen(signal).catch(() => {});
        if (signal.aborted) break;
        change({ stream: "lost" });
        if (Date.now() - begun > 10_000) waitMs = 1_000;
        await pause(waitMs, signal);
      }
      change({ stream: "off" });
    },
    show() {
      const { rows, arrived } = state.get();
      if (arrived.length === 0 || rows === undefined) return;
      change({
        rows: mergeRows(rows, arrived),
        arrived: [],
        fresh: new Set(arrived.slice(-200).map(({ id }) => id)),
      });
    },
  };
}
