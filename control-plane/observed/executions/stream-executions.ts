import { setTimeout as delay } from "node:timers/promises";
import type { Operations } from "@ferrule/contract/operations.ts";
import type { Handlers, HandlerContext } from "../../ground/handler/handler.ts";
import { endOfFeed, isKept, readFeed, wholeBatch, type FeedBatch, type FeedPosition } from "./queries/feed.ts";
import { countStream } from "./open-streams.ts";
import { findExecutionRows, toSummary } from "./queries/executions.ts";

type Context = HandlerContext<Operations["streamExecutions"]>;

/** How long a lost notification can delay an event. */
const pollMs = 3_000;
/** Proxies close a silent connection, usually after a minute. */
const sayNothingAtMostMs = 15_000;
/** Under load, many batches come each second. We wait this long and read them together. */
const gatherMs = 50;
const batchesAtOnce = 20;

const idOf = ({ sequence, index }: FeedPosition) => `${sequence}-${index}`;

function positionOf(eventId: string | null): FeedPosition | null {
  const [, sequence, index] = /^(\d{1,15})-(\d{1,7})$/.exec(eventId ?? "") ?? [];
  return sequence === undefined || index === undefined ? null : { sequence: Number(sequence), index: Number(index) };
}

/** The events of a batch that come after `from`. */
async function* eventsOf(
  { read, query }: Context,
  batch: FeedBatch,
  from: FeedPosition,
): AsyncGenerator<{ text: string; at: FeedPosition }> {
  const rows = await read((scope) => findExecutionRows(scope, query, batch.keys));
  const byId = new Map(rows.map((row) => [row.id, row]));
  for (const [index, { id }] of batch.keys.entries()) {
    const row = byId.get(id);
    if (!row || (batch.sequence === from.sequence && index <= from.index)) continue;
    const at = { sequence: batch.sequence, index };
    yield { text: `id: ${idOf(at)}\nevent: execution\ndata: ${JSON.stringify(toSummary(row))}\n\n`, at };
  }
}

async function* follow(context: Context, start: FeedPosition): AsyncGenerator<string> {
  const { app, projectId, read, signal } = context;
  let position = start;
  let saidAt = performance.now();
  while (!signal.aborted) {
    const stopWaiting = new AbortController();
    // Subscribe before reading, so that no notification gets lost in between.
    const heard = app.notifications.wait("executions", {
      timeoutMs: pollMs,
      signal: AbortSignal.any([signal, stopWaiting.signal]),
      matches: (payload) => payload === projectId,
    });
    try {
      const from = position;
      const batches = await read((scope) => readFeed(scope, from, batchesAtOnce));
      for (const batch of batches) {
        for await (const { text, at } of eventsOf(context, batch, position)) {
          position = at;
          saidAt = performance.now();
          yield text;
        }
        position = { sequence: batch.sequence, index: wholeBatch };
      }
      if (performance.now() - saidAt >= sayNothingAtMostMs) {
        saidAt = performance.now();
        // Includes the position, so that a reader who reconnects after a quiet time need not read everything again.
        yield `: alive\nid: ${idOf(position)}\n\n`;
      }
      if (batches.length === batchesAtOnce) continue;
      await heard;
      await delay(gatherMs, undefined, { signal }).catch(() => undefined);
    } finally {
      stopWaiting.abort();
    }
  }
}

/**
 * Streams the Project's calls that match the filters, as server-sent events `execution`. Each comes at most a second
 * after the call's answer. With `Last-Event-ID` it resumes after that event. The feed goes back an hour; beyond that,
 * an event `reset` says that calls may have been missed. It ends with the session.
 */
export const streamExecutions: Handlers["streamExecutions"] = async (context) => {
  const { actor, lastEventId, read, signal } = context;
  countStream(actor.userId, signal);
  const asked = positionOf(lastEventId);
  const kept = asked !== null && (await read((scope) => isKept(scope, asked)));
  const start = asked !== null && kept ? asked : await read(endOfFeed);
  async function* chunks(): AsyncGenerator<string> {
    if (asked !== null && !kept) yield `id: ${idOf(start)}\nevent: reset\ndata: {}\n\n`;
    yield* follow(context, start);
  }
  return { raw: { contentType: "text/event-stream; charset=utf-8", chunks: chunks() } };
};
