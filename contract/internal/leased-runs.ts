// Why: docs/decisions/leased-runs.md
import { z } from "zod";
import { environments, retriedEnds, runEnds, runModes, runSources, startedModes } from "../states.ts";
import { deliveredRequest } from "./deliveries.ts";
import { caller, executionError } from "./execution.ts";
import { forCaller, jsonText, newRun, runLimits, runWait, storedStep } from "./runs.ts";

/** A worker leases one of these: one attempt of one run. */
export const heldAttempt = z.strictObject({ runId: z.string(), attempt: z.number().int() });
export type HeldAttempt = z.infer<typeof heldAttempt>;

/** What the attempts of all modes have. A worker runs an attempt only once, however often it receives it. */
const leased = heldAttempt.extend({
  projectId: z.string(),
  environment: z.enum(environments),
  tenantId: z.string(),
  caller,
  requestId: z.string(),
  executionId: z.string(),
});

/** What the attempts have that name their Function. */
const ofFunction = leased.extend({
  functionId: z.string(),
  /** Null: it came through none. */
  endpointId: z.string().nullable(),
  bindingId: z.string().nullable(),
  /** Null: the deployment that the environment serves. Otherwise this one, with the digest of its artifact. */
  deployment: z.strictObject({ id: z.string(), digest: z.string() }).nullable(),
  input: jsonText,
  trace: newRun.shape.trace,
});

/** One attempt of a run that a call started. Its number counts from 1: the first run of the Function and each continuation. */
export const startedAttempt = ofFunction.extend({
  mode: z.enum(startedModes),
  source: z.enum(runSources),
  parentId: z.string().nullable(),
  /** Epoch milliseconds, by the database's clock. */
  startedAt: z.number(),
  /** How long the run may still take, in milliseconds. */
  remainingMs: z.number(),
  steps: z.array(storedStep).max(runLimits.steps),
  asks: newRun.shape.asks,
});
export type StartedAttempt = z.infer<typeof startedAttempt>;

/** One attempt of a cron run. It has no endpoint, and no deployment of its own. */
export const cronAttempt = ofFunction.extend({ mode: z.literal("cron") });
export type CronAttempt = z.infer<typeof cronAttempt>;
/** An attempt that names its Function. */
export type FunctionAttempt = StartedAttempt | CronAttempt;

/** One attempt of a delivery: the worker finds the Function by the request's route. */
export const deliveryAttempt = leased.extend({
  mode: z.literal("delivery"),
  endpointId: z.string(),
  bindingId: z.string(),
  /** Epoch milliseconds. The age of a signature is measured at this time. */
  receivedAt: z.number(),
  request: deliveredRequest,
});
export type DeliveryAttempt = z.infer<typeof deliveryAttempt>;

/** One attempt of one run, from `claimRuns`. */
export const runAttempt = z.discriminatedUnion("mode", [startedAttempt, cronAttempt, deliveryAttempt]);
export type RunAttempt = z.infer<typeof runAttempt>;

const completed = z.strictObject({ workerId: z.string(), attempt: z.number().int() });
/** For a postponed attempt, which does not count because nothing has run: how long to wait. */
const postponeMs = z.number().int().min(0).max(600_000).optional();

/** How an attempt of a run ended that a call started. `suspended`: it has at least one wait. */
export const startedCompletion = completed.extend({
  /** Workers of the release before do not say it. */
  mode: z.enum(startedModes).default("durable"),
  end: z.enum(runEnds),
  /** JSON text of the result, for `succeeded`; it is stored sealed. */
  output: jsonText.nullable(),
  /** The masked result, cut to `shownChars`. */
  shownOutput: z.string().max(runLimits.shownChars).nullable(),
  /** Masked; null unless it failed. */
  error: executionError.omit({ stack: true }).extend(forCaller).nullable(),
  waits: z.array(runWait).max(runLimits.steps),
  postponeMs,
});
export type StartedCompletion = z.infer<typeof startedCompletion>;

/** How an attempt of a cron run or a delivery ended. */
export const retriedCompletion = completed.extend({
  mode: z.enum(["cron", "delivery"]),
  end: z.enum(retriedEnds),
  /** Already masked; null when it succeeded. */
  reason: z.string().max(1_000).nullable(),
  postponeMs,
  /** False when it has no execution. */
  ran: z.boolean().optional(),
});
export type RetriedCompletion = z.infer<typeof retriedCompletion>;

/** How an attempt ended. 409 `INVALID_STATE` when the attempt no longer belongs to this worker. */
export const runCompletion = z.discriminatedUnion("mode", [startedCompletion, retriedCompletion]);
export type RunCompletion = z.infer<typeof runCompletion>;

const holding = z.array(heldAttempt).max(1_000);

/**
 * Claims up to `max` attempts of these modes, each under a lease of `leaseMs`; held up to 20 s while there is none. If
 * an attempt of these modes is leased to this worker but not among `holding`, its message was lost, so the worker gets
 * it again. So no run is lost when a control plane dies while it responds. With `max` 0, it returns only such attempts,
 * at once. A worker may have several claims open for different modes.
 */
export const leaseClaim = z.strictObject({
  workerId: z.string().min(1).max(200),
  max: z.number().int().min(0).max(100),
  /** Workers of the release before do not name them, and know only these. */
  modes: z
    .array(z.enum(runModes))
    .min(1)
    .max(runModes.length)
    .default([...startedModes]),
  holding,
});
export type LeaseClaim = z.infer<typeof leaseClaim>;
export const leaseClaimAnswer = z.strictObject({ attempts: z.array(runAttempt), leaseMs: z.number().int() });

/** A renewal, at least every `leaseMs / 3`: the response names the attempts that no longer belong to this worker. */
export const leaseRenewal = z.strictObject({ workerId: z.string(), holding });
export const leaseRenewalAnswer = z.strictObject({ lost: z.array(z.string()) });
