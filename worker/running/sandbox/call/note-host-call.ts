import { collectionCalls } from "@ferrule/contract/internal/collection-calls.ts";
import {
  mostNotedHostCalls,
  mostStatementChars,
  type HostCallNote,
  type StatementNote,
} from "@ferrule/contract/internal/execution.ts";
import type { Attempt } from "../placement.ts";

/**
 * Host calls shown on a timeline, besides requests to the outside, which have records of their own. A guest that got
 * past its prelude can use any name, so only these are noted. A note contains nothing from the guest and needs no
 * masking, except for the text of a statement, which the masker covers.
 */
const noted = new Set([
  "secrets.get",
  ...["get", "set", "delete"].map((name) => `cache.${name}`),
  ...Object.keys(collectionCalls).map((name) => `collections.${name}`),
  ...["query", "begin", "commit", "rollback"].map((name) => `sql.${name}`),
]);
const unanswered = -1;
const microseconds = (ms: number) => Math.max(0, Math.round(ms * 1_000) / 1_000);

type Noting = Pick<Attempt, "startedAt" | "notes" | "notesOmitted">;

/** Whether a timeline shows a host call, and a trace has a span for it. */
export const isNoted = (name: string): boolean => noted.has(name);

/** Notes that a host call begins, without its argument. The result is for `noteAnswer`. */
export function noteHostCall(call: Noting, name: string): HostCallNote | undefined {
  if (!noted.has(name)) return undefined;
  if (call.notes.length >= mostNotedHostCalls) {
    call.notesOmitted += 1;
    return undefined;
  }
  const atMs = microseconds(performance.now() - call.startedAt);
  const note: HostCallNote = { name, atMs, durationMs: unanswered, ok: false };
  call.notes.push(note);
  return note;
}

/** A statement as it is noted: its text with placeholders, truncated if long. */
export const boundStatement = ({ connection, statement, rows }: StatementNote): StatementNote => ({
  connection,
  statement: statement.length > mostStatementChars ? `${statement.slice(0, mostStatementChars)}…` : statement,
  rows,
});

/** Notes that a host call was answered. Ignored if its call has ended. */
export function noteAnswer(call: Noting, note: HostCallNote | undefined, ok: boolean, now = performance.now()): void {
  if (note?.durationMs !== unanswered) return;
  note.durationMs = microseconds(now - call.startedAt - note.atMs);
  note.ok = ok;
}

/** Closes the notes when the call ends: host calls that are still open count until now. */
export function closeNotes(call: Noting, now: number): HostCallNote[] {
  for (const note of call.notes) noteAnswer(call, note, false, now);
  return call.notes;
}
