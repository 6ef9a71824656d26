import type { QuestionNote } from "@ferrule/contract/internal/execution.ts";
import type { AskedQuestion, QuestionOutcome } from "@ferrule/contract/mcp/questions/question.ts";

/** A question in the record of an execution; `outcome` null: it is open when the execution ends. */
export function noteOf({ key, question }: AskedQuestion, outcome: QuestionOutcome | null, waitedMs = 0): QuestionNote {
  const note: QuestionNote = {
    name: key,
    mode: question.url === undefined ? "form" : "url",
    message: question.message,
    outcome: outcome === null ? null : outcome.action,
    waitedMs: Math.round(waitedMs),
  };
  if (question.url !== undefined) note.url = question.url;
  if (outcome?.action === "accept" && outcome.content !== undefined) note.content = outcome.content;
  if (outcome?.action === "malformed") note.content = outcome.issues;
  return note;
}
