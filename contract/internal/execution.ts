import { z } from "zod";
import { environments, executionSources, executionStatuses, mcpCallKinds } from "../states.ts";

export const caller = z.strictObject({
  kind: z.enum(["anonymous", "api-key", "jwt", "user", "cron", "webhook"]),
  id: z.string().nullable(),
  name: z.string().nullable(),
  /** For a caller with an access token: the issuer, the caller's subject there, the client, and the token's scopes. */
  issuer: z.string().optional(),
  subject: z.string().optional(),
  clientId: z.string().optional(),
  email: z.string().optional(),
  scopes: z.array(z.string()).optional(),
  /** The token's claims that the policy passes on. */
  claims: z.record(z.string(), z.json()).optional(),
});
export type Caller = z.infer<typeof caller>;

export const logLevels = ["debug", "info", "warn", "error"] as const;
export const logEntry = z.strictObject({
  /** RFC 3339 with milliseconds. */
  at: z.string(),
  level: z.enum(logLevels),
  message: z.string(),
  data: z.unknown().optional(),
});
export type LogEntry = z.infer<typeof logEntry>;

/**
 * One outbound HTTP request of a Function: no headers, no query values, no bodies. `status` is null without a response.
 */
export const outboundCall = z.strictObject({
  method: z.string(),
  host: z.string(),
  path: z.string(),
  status: z.number().int().nullable(),
  durationMs: z.number(),
  /** When it began, RFC 3339 with milliseconds. */
  at: z.string(),
});
export type OutboundCall = z.infer<typeof outboundCall>;

/** The limit of recorded host calls of one execution; further ones are only counted. */
export const mostNotedHostCalls = 100;
/** How much of a statement's text is recorded. */
export const mostStatementChars = 500;
/** A statement of `ctx.sql`: its text with placeholders, without values. */
export const statementNote = z.strictObject({
  connection: z.string(),
  statement: z.string(),
  /** The number of returned or changed rows; null: it was refused, or has not ended. */
  rows: z.number().int().nullable(),
});
export type StatementNote = z.infer<typeof statementNote>;
/**
 * A host call of a Function, other than a request: for a secret, an entry of the cache, or records. It holds neither
 * argument nor result, except the text of a statement.
 */
export const hostCallNote = z.strictObject({
  /** `secrets.get`, `cache.set`, `collections.query`, … */
  name: z.string(),
  /** Milliseconds after the run began. */
  atMs: z.number(),
  durationMs: z.number(),
  /** False if it was refused, failed, or had no result when the run ended. */
  ok: z.boolean(),
  /** For `sql.query` only. */
  statement: statementNote.optional(),
});
export type HostCallNote = z.infer<typeof hostCallNote>;

export const executionError = z.strictObject({
  code: z.string(),
  message: z.string(),
  /** Source-mapped; null if the platform ended the call. */
  stack: z.string().nullable(),
});

/** A question that a call has asked the person behind its client. Its time is not the Function's. */
export const questionNote = z.strictObject({
  /** Its name, with `#2` and so on for the further ones. */
  name: z.string().max(110),
  mode: z.enum(["form", "url"]),
  message: z.string(),
  url: z.string().optional(),
  /** Null: it was open when the execution ended. Its outcome is in the next execution of the call. */
  outcome: z.enum(["accept", "decline", "cancel", "timeout", "malformed"]).nullable(),
  /** What the person has filled in, or why it could not be used. */
  content: z.unknown().optional(),
  waitedMs: z.number(),
});
export type QuestionNote = z.infer<typeof questionNote>;

/** A worker's report of one call, already masked. */
export const executionRecord = z.strictObject({
  id: z.string(),
  projectId: z.string(),
  requestId: z.string(),
  environment: z.enum(environments),
  deploymentId: z.string().nullable(),
  functionId: z.string().nullable(),
  functionName: z.string(),
  /** Digest of the bundle. */
  functionDigest: z.string().nullable(),
  endpointId: z.string().nullable(),
  bindingId: z.string().nullable(),
  source: z.enum(executionSources),
  tenantId: z.string(),
  caller,
  status: z.enum(executionStatuses),
  /** The time at which the worker received it. */
  startedAt: z.string(),
  /** The duration of the run, which began `queueMs` after `startedAt`. */
  durationMs: z.number(),
  queueMs: z.number(),
  /** How long the gateway held it before the worker got it; null if it came through no gateway. */
  gatewayMs: z.number().nullable(),
  cpuMs: z.number(),
  coldStart: z.boolean(),
  input: z.unknown(),
  output: z.unknown(),
  error: executionError.nullable(),
  logs: z.array(logEntry),
  calls: z.array(outboundCall),
  hostCalls: z.array(hostCallNote).max(mostNotedHostCalls),
  /** The number of further ones. */
  hostCallsOmitted: z.number().int(),
  /** The questions whose outcomes it began with, and those with which it ended; absent if there are none. */
  questions: z.array(questionNote).max(100).optional(),
  workerId: z.string(),
  /** The status of the response to a call of an HTTP API; absent for others, and for attempts that nobody waits for. */
  httpStatus: z.number().int().min(100).max(599).optional(),
  /** What a call of an MCP Endpoint asked for; absent for others. */
  mcpKind: z.enum(mcpCallKinds).optional(),
  /** The URI that a client read; absent if it read none. */
  uri: z.string().max(2_000).optional(),
  /** The name of the preview that it called; absent outside previews. */
  preview: z.string().max(40).optional(),
  /** The trace to which it belongs; absent when it was not traced. */
  traceId: z.string().max(32).optional(),
  /** The delivery, if the execution is an attempt of one. */
  deliveryId: z.string().optional(),
  /**
   * Set for such an attempt when its delivery is complete. If a Function returns 503, it has run without failure, but
   * delivered nothing.
   */
  delivered: z.literal(true).optional(),
  /** The run, if the execution is an attempt of one; `suspended`: the attempt ended because the run waits. */
  run: z.strictObject({ id: z.string(), attempt: z.number().int(), suspended: z.literal(true).optional() }).optional(),
});
export type ExecutionRecord = z.infer<typeof executionRecord>;

/** At most 500 records; 204 acknowledges all of them. A repeated id is stored once. */
export const executionBatch = z.strictObject({ records: z.array(executionRecord).max(500) });
