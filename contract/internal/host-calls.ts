import { z } from "zod";
import { environments } from "../states.ts";

/** The `code` of the FunctionErrors that host calls end in (functions.md, Small print of the context). */
export const hostCallErrorCodes = [
  "NOT_GRANTED",
  "NOT_FOUND",
  "REVISION_CONFLICT",
  "UNIQUE_VIOLATION",
  "VALIDATION_ERROR",
  "EGRESS_DENIED",
  "LIMIT_EXCEEDED",
  "UNAVAILABLE",
  "QUERY_FAILED",
] as const;
export type HostCallErrorCode = (typeof hostCallErrorCodes)[number];

/** How many host calls one request carries at most. */
export const mostHostCalls = 100;

/**
 * Where a worker opens the connection for its host calls: `GET` with `Upgrade: ferrule-host-calls` and its token, once. What
 * follows the 101 are messages (`openMessageChannel` in the kit): each request has a number of the worker's choosing from 1
 * on, its text is a `hostCallBatch` as JSON, and that of its answer, in any order, `hostCallResults` or `{ error }`. An empty
 * text takes the request of that number back; one with the number 0, from the control plane, asks the worker to send nothing
 * more here and to leave when it has all its answers.
 */
export const hostCallsPath = "/internal/host-calls";
export const hostCallsProtocol = "ferrule-host-calls";
/** Of one message. */
export const mostMessageBytes = 16 * 1_048_576;

/** One host call that the control plane answers, in whose name it is made, and what for. */
export const hostCall = z.strictObject({
  /** As the guest names it: `cache.get`. What stands before the dot is answered together. */
  name: z.string().max(64),
  environment: z.enum(environments),
  tenantId: z.string().min(1).max(256),
  functionId: z.string().max(64),
  /** Through which endpoint the call came; null where it came through none. */
  endpointId: z.string().max(64).nullable(),
  /** For the log. */
  executionId: z.string().max(64),
  argument: z.unknown(),
  /** The step that it is of a traced call: W3C Trace Context. */
  trace: z.strictObject({ traceparent: z.string().max(256), tracestate: z.string().max(1_024).optional() }).optional(),
});
export type HostCall = z.infer<typeof hostCall>;

/**
 * What calls of Functions of one Project ask of what is stored. The worker has checked the grant of each. They are answered in
 * any order, each by itself: one that fails fails no other.
 */
export const hostCallBatch = z.strictObject({
  projectId: z.string().max(64),
  calls: z.array(hostCall).min(1).max(mostHostCalls),
});
export type HostCallBatch = z.infer<typeof hostCallBatch>;

/** `message` and `details` are for the Function's author: they hold nothing that it may not know. */
export const hostCallResult = z.discriminatedUnion("ok", [
  z.strictObject({ ok: z.literal(true), value: z.unknown() }),
  z.strictObject({
    ok: z.literal(false),
    code: z.enum(hostCallErrorCodes),
    message: z.string(),
    details: z.unknown().optional(),
  }),
]);
export type HostCallResult = z.infer<typeof hostCallResult>;

/** The answer: a result for each call, in the order of the calls. */
export const hostCallResults = z.strictObject({ results: z.array(hostCallResult) });
