import { z } from "zod";
import { environments } from "../states.ts";

/** The `code` of a FunctionError from a host call (functions.md, Small print of the context). */
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
  "RUN_HISTORY_FULL",
  // The attempt of a run that makes the call has ended, or belongs to another worker.
  "ATTEMPT_ENDED",
] as const;
export type HostCallErrorCode = (typeof hostCallErrorCodes)[number];

/** The most host calls in one request. */
export const mostHostCalls = 100;

/**
 * A worker opens a connection here for its host calls: `GET` with `Upgrade: ferrule-host-calls` and its token, once.
 * Messages follow the 101 (`openMessageChannel` in the kit). Each request has a number that the worker chooses, from 1
 * on, and its text is a `hostCallBatch` as JSON. Answers may come in any order; their text is `hostCallResults` or `{
 * error }`. An empty text cancels the request of that number. If the control plane sends an empty text with the number
 * 0, the worker must send nothing more on this connection, and close it when it has all its answers.
 */
export const hostCallsPath = "/internal/host-calls";
export const hostCallsProtocol = "ferrule-host-calls";
/** The largest message. */
export const mostMessageBytes = 16 * 1_048_576;

/** One host call for the control plane: the call that makes it, and its content. */
export const hostCall = z.strictObject({
  /**
   * The guest's name for it: `cache.get`. The part before the dot names the group of calls that are handled together.
   */
  name: z.string().max(64),
  environment: z.enum(environments),
  tenantId: z.string().min(1).max(256),
  functionId: z.string().max(64),
  /** The endpoint of the call; null if it came through none. */
  endpointId: z.string().max(64).nullable(),
  /** The id of the preview that the call came through, whose cache is its own. Absent outside previews. */
  previewId: z
    .string()
    .regex(/^pvw_\w{1,60}$/)
    .optional(),
  /** For the log. */
  executionId: z.string().max(64),
  argument: z.unknown(),
  /** The span of the host call in a traced call: W3C Trace Context. */
  trace: z.strictObject({ traceparent: z.string().max(256), tracestate: z.string().max(1_024).optional() }).optional(),
});
export type HostCall = z.infer<typeof hostCall>;

/**
 * The host calls of one Project's Functions for stored data. The worker has checked the grant of each. They run in any
 * order and independently: if one fails, the others do not.
 */
export const hostCallBatch = z.strictObject({
  projectId: z.string().max(64),
  calls: z.array(hostCall).min(1).max(mostHostCalls),
});
export type HostCallBatch = z.infer<typeof hostCallBatch>;

/** `message` and `details` are for the Function's author: they hold nothing that is secret from the Function. */
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

/** The results, one for each call, in the order of the calls. */
export const hostCallResults = z.strictObject({ results: z.array(hostCallResult) });
