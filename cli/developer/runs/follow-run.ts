import { setTimeout as sleep } from "node:timers/promises";
import type { RunDetail } from "@ferrule/contract/resources/run.ts";
import type { Context } from "../context/context.ts";
import { hasEnded } from "./filters.ts";
import { reasonOf } from "./show-run.ts";
import { plain } from "../terminal/plain.ts";

const betweenMs = 1_000;

/** Waits until a run has ended, and notes each thing that it waits for. @throws when Ctrl-C ends the command */
export async function followRun(context: Context, runId: string): Promise<RunDetail> {
  const client = await context.client();
  for (let told = ""; ;) {
    const run = await client.getRun({ params: { runId } });
    if (hasEnded(run.status)) return run;
    const reason = reasonOf(run);
    if (reason !== "" && reason !== told) context.out.note(context.paint.dim(plain(reason)));
    told = reason;
    await sleep(betweenMs, undefined, { signal: context.signal });
  }
}
