import {
  mostNotedHostCalls,
  mostStatementChars,
  type HostCallNote,
  type StatementNote,
} from "@ferrule/contract/internal/execution.ts";
import type { RunningCall } from "../placement.ts";

/**
 * What a timeline shows beside requests to the outside, which have records of their own. A guest that has got past its
 * prelude can ask by any name, so only these are written down: nothing of a note is the guest's word, or needs masking, but the text of a
 * statement, which the masker reads.
 */
const noted = new Set([
  "secrets.get",
  ...["get", "set", "delete"].map((name) => `cache.${name}`),
  ...["get", "query", "insert", "update", "delete"].map((name) => `collections.${name}`),
  ...["query", "begin", "commit", "rollback"].map((name) => `sql.${name}`),
]);
const unanswered = -1;
const microseconds = (ms: number) => Math.max(0, Math.round(ms * 1_000) / 1_000);

type Noting = Pick<RunningCall, "startedAt" | "notes" | "notesOmitted">;

/** Notes a host call that begins now: no word of what it asks for. The answer is for `noteAnswer`. */
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

/** A statement as it is noted: its text with placeholders, cut off where it is long. */
export const boundStatement = ({ connection, statement, rows }: StatementNote): StatementNote => ({
  connection,
  statement: statement.length > mostStatementChars ? `${statement.slice(0, mostStatementChars)}…` : statement,
  rows,
});

/** The host call was answered; too late when its call has ended. */
export function noteAnswer(call: Noting, note: HostCallNote | undefined, ok: boolean, now = performance.now()): void {
  if (note?.durationMs !== unanswered) return;
  note.durationMs = microseconds(now - call.startedAt - note.atMs);
  note.ok = ok;
}

/** The call ends: what it still waits for has taken until now. */
export function closeNotes(call: Noting, now: number): HostCallNote[] {
  for (const note of call.notes) noteAnswer(call, note, false, now);
  return call.notes;
}
