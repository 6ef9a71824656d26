import { api } from "../../../api/api.ts";
import { createStore, type Store } from "../../../api/store.ts";
import { createStream, type StreamState } from "./create-stream.ts";
import type { ExecutionRow, ListQuery } from "./execution-row.ts";
import { mergeRows } from "./merge-rows.ts";

export interface FeedState {
  /** Undefined before the first answer. */
  rows: readonly ExecutionRow[] | undefined;
  /** Rows that have arrived since and are not shown yet, newest last. */
  arrived: readonly ExecutionRow[];
  /** The rows inserted last, which are highlighted for a moment. */
  fresh: ReadonlySet<string>;
  error: Error | null;
  hasMore: boolean;
  stream: StreamState;
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
/** How many unshown rows to keep. After a day away, reading the list again finds the rest. */
const mostArrived = 5_000;

/** The new rows, including those of `rows` that the list does not have yet. */
function withNew({ rows: shown, arrived }: FeedState, rows: readonly ExecutionRow[]): readonly ExecutionRow[] {
  const known = new Set([...arrived, ...(shown ?? []).slice(0, 2_000)].map(({ id }) => id));
  const fresh = rows.filter(({ id }) => !known.has(id));
  return fresh.length > 0 ? [...arrived, ...fresh].slice(-mostArrived) : arrived;
}

/** The executions that match the filters, page by page, and those recorded meanwhile. */
export function createFeed({ sort, ...filters }: ListQuery): Feed {
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

  async function read(from: string | null): Promise<void> {
    if (reading) return;
    reading = true;
    try {
      const query = {
        ...filters,
        ...(sort === undefined ? {} : { sort }),
        limit: pageSize,
        ...(from === null ? {} : { cursor: from }),
      };
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

  const follow = createStream(filters, {
    onState: (stream) => change({ stream }),
    onReset: () => void read(null),
    onRows: (rows) => change({ arrived: withNew(state.get(), rows) }),
  });
  return {
    state,
    more: () => void (cursor === null ? undefined : read(cursor)),
    refresh() {
      cursor = null;
      change({ arrived: [] });
      void read(null);
    },
    follow(signal) {
      if (state.get().rows === undefined) void read(null);
      return follow(signal);
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
