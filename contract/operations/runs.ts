import { z } from "zod";
import { operation } from "./operation.ts";
import { environment, givenTime, jsonValue, listOf, page, pathId, tenantId, text } from "../resources/fields.ts";
import {
  changedRuns,
  chosenRuns,
  givenModes,
  run,
  runCounts,
  runDetail,
  runLog,
  runsPause,
  sentRunEvent,
  startedByHand,
} from "../resources/run.ts";
import { roles, runSources, runStatuses } from "../states.ts";

const shared = { tag: "Runs", scope: "project", whenManaged: "allowed" } as const;
const keepers = {
  roles,
  rolesIn: { development: ["owner", "admin", "developer"], production: ["owner", "admin", "operator"] },
} as const;

/** What runs of one list have in common. */
const runFilters = {
  environment: environment.optional(),
  /** Any of durable, once, cron and delivery, with commas in between. Default: all. */
  mode: givenModes.optional(),
  functionId: pathId.optional(),
  /** Only the runs of this cron. */
  cronBindingId: pathId.optional(),
  source: z.enum(runSources).optional(),
  tenantId: tenantId.optional(),
  key: text(200, 1).optional(),
  deploymentId: pathId.optional(),
  errorCode: text(200, 1).optional(),
  parentId: pathId.optional(),
  /** Those that were created at or after this time. */
  since: givenTime.optional(),
  /** Those that were created before this time. */
  until: givenTime.optional(),
};

/** Runs: calls that have steps, may wait, and survive crashes; runs of crons; and deliveries. */
export const runOperations = {
  listRuns: operation({
    ...shared,
    method: "GET",
    path: "/api/runs",
    summary: "List runs, the latest first",
    roles: "any",
    query: z.strictObject({ ...page, ...runFilters, status: z.enum(runStatuses).optional() }),
    response: listOf(run),
  }),
  countRuns: operation({
    ...shared,
    method: "GET",
    path: "/api/runs/counts",
    summary: "Count the runs in each state",
    description: "Up to a bound, with the Functions that are paused.",
    roles: "any",
    query: z.strictObject(runFilters),
    response: runCounts,
  }),
  startRun: operation({
    ...shared,
    ...keepers,
    method: "POST",
    path: "/api/runs",
    summary: "Start a run of what is deployed of a durable Function",
    body: startedByHand,
    response: run,
    status: 202,
    errors: ["NOT_FOUND", "INVALID_STATE"],
    audit: "run.start",
    idempotent: true,
  }),
  retryRuns: operation({
    ...shared,
    ...keepers,
    method: "POST",
    path: "/api/runs/retry",
    summary: "Continue runs that failed or expired",
    description: "With the results of their steps. It delivers deliveries again, and runs crons again.",
    body: chosenRuns,
    response: changedRuns,
    status: 202,
    audit: "run.retry",
  }),
  cancelRuns: operation({
    ...shared,
    ...keepers,
    method: "POST",
    path: "/api/runs/cancel",
    summary: "End runs that have not ended, with their children",
    description: "It discards deliveries.",
    body: chosenRuns,
    response: changedRuns,
    status: 202,
    audit: "run.cancel",
  }),
  getRun: operation({
    ...shared,
    method: "GET",
    path: "/api/runs/:runId",
    summary: "One run with its steps, attempts and children",
    roles: "any",
    response: runDetail,
  }),
  getRunLog: operation({
    ...shared,
    method: "GET",
    path: "/api/runs/:runId/log",
    summary: "Get what the attempt that runs now has logged so far",
    description: "At most two seconds late while somebody keeps asking.",
    roles: "any",
    response: runLog,
    transaction: "handler",
  }),
  cancelRun: operation({
    ...shared,
    ...keepers,
    method: "POST",
    path: "/api/runs/:runId/cancel",
    summary: "End a run with its children",
    description: "One that runs ends within a second.",
    response: run,
    status: 202,
    errors: ["INVALID_STATE"],
    audit: "run.cancel",
  }),
  retryRun: operation({
    ...shared,
    ...keepers,
    method: "POST",
    path: "/api/runs/:runId/retry",
    summary: "Continue a run that has ended without success",
    description:
      "With the results of its steps, or of those before one. It delivers a delivery again. A cron runs again as a new run.",
    body: z.strictObject({
      /** A step's key: its result and those of the steps after it are forgotten. */
      fromStep: text(110, 1).optional(),
    }),
    response: run,
    status: 202,
    errors: ["INVALID_STATE"],
    audit: "run.retry",
  }),
  replayRun: operation({
    ...shared,
    ...keepers,
    method: "POST",
    path: "/api/runs/:runId/replay",
    summary: "Start a new run with the same input or another one",
    body: z.strictObject({ input: jsonValue.optional() }),
    response: run,
    status: 202,
    errors: ["INVALID_STATE"],
    audit: "run.replay",
    idempotent: true,
  }),
  pauseRuns: operation({
    ...shared,
    ...keepers,
    method: "POST",
    path: "/api/functions/:functionId/pause-runs",
    summary: "Pause the runs of a Function",
    description: "No attempt begins until somebody resumes them.",
    body: z.strictObject({ environment }),
    response: runsPause,
    audit: "run.pause",
  }),
  resumeRuns: operation({
    ...shared,
    ...keepers,
    method: "POST",
    path: "/api/functions/:functionId/resume-runs",
    summary: "Let the runs of a paused Function go on",
    body: z.strictObject({ environment }),
    response: runsPause,
    audit: "run.resume",
  }),
  sendRunEvent: operation({
    ...shared,
    ...keepers,
    method: "POST",
    path: "/api/run-events",
    summary: "Send an event to the runs of a tenant, or to one run",
    body: sentRunEvent,
    /** The number of runs that waited for it. */
    response: z.object({ woken: z.number().int() }),
    status: 202,
    errors: ["NOT_FOUND"],
    audit: "run.event",
  }),
};
