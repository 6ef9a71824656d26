import { ApiError } from "@ferrule/contract/client.ts";
import { sendToApi } from "../../../api/api.ts";
import { readEvents } from "../../../api/read-events.ts";
import type { ExecutionFilters, ExecutionRow } from "./execution-row.ts";

export type StreamState = "off" | "connecting" | "open" | "lost";

interface StreamListener {
  onState: (state: StreamState) => void;
  /** The server cannot send everything that was missed: read the list again. */
  onReset: () => void;
  onRows: (rows: readonly ExecutionRow[]) => void;
}

/** Many events a second arrive under load, so they are passed to the page in batches. */
const gatherMs = 200;

const pause = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener("abort", () => (clearTimeout(timer), resolve()), { once: true });
  });

/** Passes rows on in batches, and the rest at the end. */
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

/**
 * The stream of newly recorded executions. The returned function follows it until its signal aborts. After a lost
 * connection, it resumes by itself after the last event that it has read.
 */
export function createStream(filters: ExecutionFilters, { onState, onReset, onRows }: StreamListener) {
  let lastEventId: string | undefined;

  async function listen(signal: AbortSignal): Promise<void> {
    const query = new URLSearchParams(Object.entries(filters));
    const headers = {
      accept: "text/event-stream",
      ...(lastEventId === undefined ? {} : { "last-event-id": lastEventId }),
    };
    const response = await sendToApi(`/api/executions/stream?${query.toString()}`, { headers, signal });
    if (!response.ok || response.body === null)
      throw new ApiError(response.status, { code: "UNAVAILABLE", message: "No stream.", requestId: "" });
    onState("open");
    const batches = inBatches(onRows);
    try {
      for await (const { event, data, id } of readEvents(response.body)) {
        if (id !== undefined) lastEventId = id;
        if (event === "reset") onReset();
        else if (event === "execution") batches.add(data as ExecutionRow);
      }
    } finally {
      batches.end();
    }
  }

  return async function follow(signal: AbortSignal): Promise<void> {
    onState("connecting");
    for (let waitMs = 1_000; !signal.aborted; waitMs = Math.min(waitMs * 2, 15_000)) {
      const begun = Date.now();
      await listen(signal).catch(() => {});
      if (signal.aborted) break;
      onState("lost");
      if (Date.now() - begun > 10_000) waitMs = 1_000;
      await pause(waitMs, signal);
    }
    onState("off");
  };
}
