import { z } from "zod";
import { approvalRequest } from "../resources/approval.ts";
import { runLimits, stepKey } from "./runs.ts";

/**
 * The arguments of the host calls of the group `runs` as a guest sends them, and their answers. A guest is untrusted,
 * and knows neither ids nor masks: the worker parses each argument, and completes it from the call.
 */

const position = z.number().int().min(0).max(runLimits.steps);

/** `runs.keep`: a step has ended. The answer is empty. */
export const guestKept = z.strictObject({
  key: stepKey,
  position,
  attempts: z.number().int().min(1).max(1_000_000),
  state: z.enum(["done", "failed"]),
  /** JSON text: the result, or a `stepFailure`. */
  value: z.string().max(runLimits.resultChars),
  durationMs: z.number().min(0),
});
export type GuestKept = z.infer<typeof guestKept>;

/** `runs.start`: `step` is set in a durable run. The answer is `startedByGuest`. */
export const guestStart = z.strictObject({
  /** The slug of the Function. */
  function: z.string().min(1).max(200),
  input: z.unknown(),
  key: z.string().min(1).max(runLimits.keyChars).optional(),
  delayMs: z
    .number()
    .min(0)
    .max(runLimits.deadlineSeconds * 1_000)
    .optional(),
  priority: z.number().int().min(-100).max(100).optional(),
  detached: z.boolean().optional(),
  step: z.strictObject({ key: stepKey, position }).optional(),
});
export type GuestStart = z.infer<typeof guestStart>;

/** What a Function learns of a run; also the value of a stored step of the kind `child`, which is null after its timeout. */
export const runForGuest = z.strictObject({
  id: z.string(),
  status: z.string(),
  /** The JSON value that it returned, if it has succeeded. */
  output: z.unknown().optional(),
  error: z.strictObject({ code: z.string(), message: z.string() }).optional(),
});
export type RunForGuest = z.infer<typeof runForGuest>;
/** `runs.asked`: a question, without its digests. The answer: `{ asked }`, the digest that its wait would have. */
export const guestQuestion = approvalRequest.omit({ digest: true });

/** The value of a stored step of the kind `approval`. */
export const approvalForGuest = z.strictObject({
  /** Of the question that was decided. Absent: it was asked before questions had one. */
  asked: z.string().optional(),
  approved: z.boolean(),
  outcome: z.enum(["approved", "rejected", "expired"]),
  decisions: z.array(
    z.strictObject({
      email: z.string(),
      decision: z.enum(["approved", "rejected"]),
      reason: z.string(),
      at: z.string(),
    }),
  ),
});
