import { createHash } from "node:crypto";
import { z } from "zod";
import { canonicalJson } from "@ferrule/contract/json/canonical-json.ts";
import { guestAsked, questionOfRun } from "@ferrule/contract/mcp/questions/question.ts";
import { questionText } from "@ferrule/contract/internal/question-text.ts";
import { guestQuestion } from "@ferrule/contract/internal/run-calls.ts";
import { runLimits, runWait, stepKey, type RunWait } from "@ferrule/contract/internal/runs.ts";
import type { Invocation, Threw } from "../invocation.ts";
import { readQuestion } from "./read-questions.ts";

/** What an outcome depends on of its call. */
export type AskingCall = Partial<Pick<Invocation, "run" | "mcp" | "functionId" | "deploymentId">>;

/** A question as a guest asks it: the worker adds the digests. */
const guestApproval = z.strictObject({
  kind: z.literal("approval"),
  key: stepKey,
  position: z.number().int(),
  approval: guestQuestion,
});
const guestWait = z.union([guestApproval, guestAsked.shape.waits.element, runWait]);
const guestWaits = z.array(guestWait).min(1).max(runLimits.steps);

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");

/** The digest by which a later attempt finds that it asks the same. @throws SyntaxError if the details are no JSON */
export const digestOfQuestion = (question: z.infer<typeof guestQuestion>): string => sha256(questionText(question));

/**
 * The digest to which an approval is bound: SHA-256 of the question with its unmasked details, the Function and the
 * deployment.
 */
function digestOf(
  { title, summary, details }: z.infer<typeof guestApproval>["approval"],
  { functionId, deploymentId }: AskingCall,
): string {
  const asked = { title, summary, details: JSON.parse(details) as unknown, functionId, deploymentId };
  return sha256(canonicalJson(asked));
}

/** A question to the person behind the client of the run's task. @throws SyntaxError, ZodError, RangeError */
function readAsked(
  { key, position, question: asked }: z.infer<typeof guestAsked>["waits"][number],
  { mcp }: AskingCall,
): RunWait | Threw {
  if (mcp?.asks === undefined) throw new RangeError("The client of this run can ask nothing.");
  const question = readQuestion(questionOfRun, key, asked);
  if ("kind" in question) return question;
  const { message, timeoutMs } = question;
  return { kind: "question", key, position, asked, message, timeoutMs };
}

/**
 * Reads what a run waits for. The text comes from the guest. A question that cannot be asked is an error of the Function.
 * @throws SyntaxError, ZodError, RangeError
 */
export function readWaits(text: string, invocation: AskingCall): RunWait[] | Threw {
  const waits: RunWait[] = [];
  const seen = new Set<string>();
  for (const wait of guestWaits.parse(JSON.parse(text))) {
    if (seen.has(wait.key)) throw new RangeError("A run waits twice for the same step.");
    seen.add(wait.key);
    if (wait.kind === "approval") {
      if ("digest" in wait.approval) throw new RangeError("A guest cannot know the digest of its question.");
      const { approval } = wait;
      const digest = digestOf(approval, invocation);
      waits.push({ ...wait, approval: { ...approval, digest }, asked: digestOfQuestion(approval) });
    } else if (wait.kind !== "question") waits.push(wait);
    else if ("asked" in wait) throw new RangeError("A guest sends its question alone.");
    else {
      const asked = readAsked(wait, invocation);
      if (asked.kind === "threw") return asked;
      waits.push(asked);
    }
  }
  return waits;
}
