import type { RunWait } from "@ferrule/contract/internal/runs.ts";
import type { ShownError } from "../../../ground/store/tables/runs.ts";

const until = (at: Date | null) => (at === null ? "" : ` until ${at.toISOString()}`);

/** What a sentence tells of a question: lists of runs show it. */
const mostMessageChars = 500;

function ofOne(wait: RunWait, dueAt: Date | null): string {
  switch (wait.kind) {
    case "sleep":
    case "until":
      return `Sleeps${until(dueAt)}.`;
    case "event":
      return `Waits for the event ${wait.event}${until(dueAt)}.`;
    case "child":
      return `Waits for the run ${wait.runId}${until(dueAt)}.`;
    case "approval":
      return `Waits for an approval: ${wait.approval.title}`;
    case "question":
      return `Waits for an answer${until(dueAt)}: ${wait.message.replaceAll(/\s+/g, " ").slice(0, mostMessageChars)}`;
    default: {
      const failures = `${wait.attempts} ${wait.attempts === 1 ? "failure" : "failures"}`;
      return `Tries the step ${wait.key} again${dueAt === null ? "" : ` at ${dueAt.toISOString()}`}, after ${failures}.`;
    }
  }
}

/** What a run waits for, in words: one wait, and how many others there are. */
export function sentenceOf(wait: RunWait, dueAt: Date | null, others: number): string {
  const sentence = ofOne(wait, dueAt).toWellFormed().replaceAll("\0", "\uFFFD");
  return others === 0 ? sentence : `${sentence.replace(/\.$/, "")}, and for ${others} more.`;
}

/** What people see of a step's failure, from its masked JSON text; without that, only the code. */
export function shownFailure(code: string, shown: string | undefined): ShownError {
  try {
    const { code: masked, message } = JSON.parse(shown ?? "") as Partial<ShownError>;
    if (typeof masked === "string" && typeof message === "string") return { code: masked, message };
  } catch {
    // It was cut, or there is none.
  }
  return { code, message: "" };
}
