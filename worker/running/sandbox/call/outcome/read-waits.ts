import { createHash } from "node:crypto";
import { z } from "zod";
import { canonicalJson } from "@ferrule/contract/json/canonical-json.ts";
import { questionText } from "@ferrule/contract/internal/question-text.ts";
import { guestQuestion } from "@ferrule/contract/internal/run-calls.ts";
import { runLimits, runWait, stepKey, type RunWait } from "@ferrule/contract/internal/runs.ts";
import type { Invocation } from "../invocation.ts";

/** What an outcome depends on of its call. */
export type AskingCall = Partial<Pick<Invocation, "run" | "mcp" | "functionId" | "deploymentId">>;

/** A question as a guest asks it: the worker adds the digests. */
const guestApproval = z.strictObject({
  kind: z.literal("approval"),
  key: stepKey,
  position: z.number().int(),
  approval: guestQuestion,
});
const guestWait = z.union([guestApproval, runWait]);
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

/** Reads what a run waits for. The text comes from the guest. @throws SyntaxError, ZodError */
export function readWaits(text: string, invocation: AskingCall): RunWait[] {
  const seen = new Set<string>();
  return guestWaits.parse(JSON.parse(text)).map((wait): RunWait => {
    if (seen.has(wait.key)) throw new RangeError("A run waits twice for the same step.");
    seen.add(wait.key);
    if (wait.kind !== "approval") return wait;
    if ("digest" in wait.approval) throw new RangeError("A guest cannot know the digest of its question.");
    const { approval } = wait;
    return {
      ...wait,
      approval: { ...approval, digest: digestOf(approval, invocation) },
      asked: digestOfQuestion(approval),
    };
  });
}
