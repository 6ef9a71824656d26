import { setTimeout as sleep } from "node:timers/promises";
import type { ExecutionSummary } from "@ferrule/contract/resources/execution.ts";
import { CommandError } from "../command-error.ts";
import type { Context } from "../context/context.ts";
import { serverEvents } from "../server/server-events.ts";

/** The server says something at least every 15 seconds. If a connection is silent for longer, it is gone. */
const longestSilenceMs = 45_000;
const retryMs = 1_000;

/**
 * An event of the stream: an execution; a notice that some may be missing; or the start of the stream, from which on no
 * execution is missed.
 */
export type Followed = { kind: "execution"; execution: ExecutionSummary } | { kind: "gap" } | { kind: "begun" };

/** Whether the connection broke, so that a new one can continue; a response of the server ends the stream. */
const hasGone = (error: unknown) =>
  !(error instanceof Error) || error.name !== "ApiError" || (error as { status?: number }).status! >= 500;

/**
 * Streams the Project's calls as they are recorded, until `signal` aborts. If the connection breaks, a new one
 * continues after the last event, so no call is missed or repeated.
 * @throws ApiError when the server refuses
 */
export async function* followExecutions(context: Context, query: URLSearchParams): AsyncGenerator<Followed> {
  const { send } = await context.signedIn();
  const path = `/api/executions/stream?${query.toString()}`;
  let last: string | undefined;
  for (let told = false; ;) {
    const silent = new AbortController();
    const timer = setTimeout(() => silent.abort(), longestSilenceMs);
    const headers = { accept: "text/event-stream", ...(last === undefined ? {} : { "last-event-id": last }) };
    try {
      const response = await send(path, { headers, signal: AbortSignal.any([context.signal, silent.signal]) });
      timer.refresh();
      if (told) context.out.note("Connected again.");
      told = false;
      if (response.ok && last === undefined) yield { kind: "begun" };
      for await (const { event, id, data } of serverEvents(response, () => timer.refresh())) {
        last = id ?? last;
        if (event === "reset") yield { kind: "gap" };
        else if (event === "execution") yield { kind: "execution", execution: data as ExecutionSummary };
      }
    } catch (error) {
      if (context.signal.aborted || !hasGone(error)) throw error;
      if (error instanceof CommandError && error.exit !== "unreachable") throw error;
    } finally {
      clearTimeout(timer);
    }
    if (!told) context.out.note("The connection broke. Trying again …");
    told = true;
    await sleep(retryMs, undefined, { signal: context.signal });
  }
}
