import { sharedNow } from "@ferrule/kit/shared-time.ts";
import { madeAt } from "@ferrule/kit/identifier.ts";
import type { App } from "../../ground/app.ts";
import { tryUntil } from "../../ground/store/try-until.ts";

/**
 * A worker reports an execution a moment after it answers the call. A reader who asks at once waits this long for the
 * report.
 */
const waitAtMostMs = 2_000;
/** If an identifier is older than this, its execution has been reported or never will be. */
const recentMs = 10_000;

export interface Awaiting {
  app: App;
  projectId: string;
  signal: AbortSignal;
}

/**
 * Returns the result of `find`. If it finds nothing, the report may still be on its way: when this installation made
 * `id` (an execution's or a request's) a moment ago, it waits up to two seconds for the report.
 */
export async function awaitRecord<T>(
  { app, projectId, signal }: Awaiting,
  id: string,
  find: () => Promise<T | undefined>,
): Promise<T | undefined> {
  const age = Math.abs(sharedNow() - (madeAt(id) ?? 0));
  if (age > recentMs) return find();
  const matches = (payload: string) => payload === projectId;
  const waiting = { channel: "executions", timeoutMs: waitAtMostMs, signal, matches } as const;
  return (await tryUntil(app.notifications, waiting, async () => (await find()) ?? null)) ?? undefined;
}
