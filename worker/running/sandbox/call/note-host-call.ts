import { collectionCalls } from "@ferrule/contract/internal/collection-calls.ts";
import {
  mostNotedHostCalls,
  mostStatementChars,
  type HostCallNote,
  type StatementNote,
} from "@ferrule/contract/internal/execution.ts";
import type { Attempt } from "../placement.ts";

/**
 * Host calls on a timeline, except outbound requests, which have their own records. A guest that has bypassed its
 * prelude can use any name, so we record only these. A record contains nothing from the guest, so it needs no masking.
 * The text of a statement is the exception; the masker covers it.
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

/** Whether a timeline and a trace show a host call. */
export const isNoted = (name: string): boolean => noted.has(name);

/** Records the start of a host call, without its argument. Pass the result to `noteAnswer`. */
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

/** A statement in its recorded form: its text with placeholders, truncated if long. */
export const boundStatement = ({ connection, statement, rows }: StatementNote): StatementNote => ({
  connection,
  statement: statement.length > mostStatementChars ? `${statement.slice(0, mostStatementChars)}…` : statement,
  rows,
});

/** Records the end of a host call. Ignored after its call has ended. */
export function noteAnswer(call: Noting, note: HostCallNote | undefined, ok: boolean, now = performance.now()): void {
  if (note?.durationMs !== unanswered) return;
  note.durationMs = microseconds(now - call.startedAt - note.atMs);
  note.ok = ok;
}

/** Closes the records when the call ends: open host calls count until now. */
export function closeNotes(call: Noting, now: number): HostCallNote[] {
  for (const note of call.notes) noteAnswer(call, note, false, now);
  return call.notes;
}
