import { runLimits } from "@ferrule/contract/internal/runs.ts";
import type { RunForGuest } from "@ferrule/contract/internal/run-calls.ts";
import type { App } from "../../../ground/app.ts";
import type { AnyScope } from "../../../ground/store/scope.ts";
import type { ShownError } from "../../../ground/store/tables/runs.ts";
import { findPayload, type RunRow } from "../queries/runs.ts";
import { hasEnded, type WaitEnd } from "../queries/waits.ts";
import { liesApart, runSeal, type RunSeal } from "../seals/seal-run.ts";

/** The text as people see it: cut where it is long, between two characters. */
export function shownText(text: string): string {
  const storable = text.toWellFormed().replaceAll("\0", "\uFFFD");
  if (storable.length <= runLimits.shownChars) return storable;
  return storable.slice(0, runLimits.shownChars - 1).replace(/[\ud800-\udbff]$/, "");
}

/** The name of a step's value in its seal. */
export const nameOfStep = (key: string): string => `step:${key}`;

/** The end of a wait with this value (JSON text). */
export function sealedEnd(
  seal: RunSeal,
  {
    runId,
    key,
    text,
    shown,
    eventId = null,
  }: Pick<WaitEnd, "runId" | "key" | "shown"> & { text: string; eventId?: number | null },
): WaitEnd {
  const sealed = seal.seal(nameOfStep(key), text);
  const isApart = liesApart(sealed);
  return { runId, key, value: sealed.toString("base64"), chars: text.length, isApart, shown, eventId };
}

/** The JSON text that a run returned; null if it has not succeeded. @throws SealError */
export async function outputOf(app: App, scope: AnyScope, run: RunRow): Promise<string | null> {
  if (run.status !== "succeeded") return null;
  const sealed = run.output ?? (await findPayload(scope, run.id, "output"));
  return sealed === undefined ? null : (await runSeal(app, run)).open("output", sealed);
}

const shownError = ({ code, message }: ShownError): ShownError => ({ code, message });

/** The same as JSON text. The output is not read: it may nest so deeply that writing it again has no stack left. */
export async function reportText(app: App, scope: AnyScope, run: RunRow): Promise<string> {
  const output = await outputOf(app, scope, run);
  const { id, status, error } = run;
  const told = JSON.stringify({
    id,
    status,
    ...(error === null || !hasEnded(status) ? {} : { error: shownError(error) }),
  });
  return output === null ? told : `${told.slice(0, -1)},"output":${output}}`;
}

/** What another run learns of this one. */
export async function reportForGuest(app: App, scope: AnyScope, run: RunRow): Promise<RunForGuest> {
  const output = await outputOf(app, scope, run);
  return {
    id: run.id,
    status: run.status,
    ...(output === null ? {} : { output: JSON.parse(output) as unknown }),
    ...(run.error === null || !hasEnded(run.status) ? {} : { error: shownError(run.error) }),
  };
}
