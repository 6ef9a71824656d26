import { z } from "zod";
import { environments, httpMethods } from "../states.ts";
import { caller } from "./execution.ts";

/** A request of an HTTP route, unchanged, for the attempts that run it later. */
export const deliveredRequest = z.strictObject({
  method: z.enum(httpMethods),
  /** Below the endpoint. */
  path: z.string(),
  /** Without its question mark. */
  query: z.string(),
  /** The headers for the Function. */
  headers: z.record(z.string(), z.string()),
  /** The public address that was called, with path and query. */
  url: z.string(),
  /** Base64 (RFC 4648 section 4). */
  body: z.string(),
});

/** A request that a worker has admitted and that will run once it is stored. */
export const newDelivery = z.strictObject({
  id: z.string().max(64),
  projectId: z.string(),
  environment: z.enum(environments),
  endpointId: z.string(),
  bindingId: z.string(),
  functionId: z.string(),
  route: z.string().max(400),
  tenantId: z.string(),
  caller,
  requestId: z.string(),
  /** The sender's id of the delivery, for display. */
  deliveryKey: z.string().max(200).nullable(),
  /**
   * SHA-256 (hex) of the tenant and the request's identity. Requests with the same hash within `rememberSeconds` are
   * one delivery.
   */
  fingerprint: z.string().regex(/^[0-9a-f]{64}$/),
  rememberSeconds: z.number().int(),
  maxAttempts: z.number().int(),
  backoffMs: z.number().int(),
  horizonSeconds: z.number().int(),
  /** Epoch milliseconds. */
  receivedAt: z.number(),
  /** The size of the body, in bytes. */
  size: z.number().int(),
  /** The JSON text of a `deliveredRequest`. */
  request: z.string(),
});
export type NewDelivery = z.infer<typeof newDelivery>;

/** The largest message; a larger single delivery goes alone. */
export const mostDeliveriesInBatch = 100;
export const mostBatchChars = 4 * 1_048_576;

/**
 * `storeDeliveries`: a 200 means that the whole batch is handled. `duplicate`: `original` is the same delivery, and
 * came before. `full`: too many deliveries are waiting in the Project. `gone`: its Project or endpoint no longer
 * exists. Repeating a batch with the same ids changes nothing.
 */
export const deliveryBatch = z.strictObject({ deliveries: z.array(newDelivery).min(1).max(mostDeliveriesInBatch) });
export const acceptance = z.strictObject({
  id: z.string(),
  outcome: z.enum(["accepted", "duplicate", "full", "gone"]),
  original: z.string().nullable(),
});
export type Acceptance = z.infer<typeof acceptance>;
export const deliveryBatchAnswer = z.strictObject({ results: z.array(acceptance) });

/**
 * `noteFingerprint`: for signed requests that run while the caller waits. `claim` stores one for some seconds, unless
 * somebody else has it; `keep` extends this by a time from now; `forget` removes it, so the request may come again.
 * Only the `holder` that claimed it may use the latter two.
 */
export const fingerprintQuestion = z.strictObject({
  projectId: z.string(),
  environment: z.enum(environments),
  endpointId: z.string(),
  fingerprint: z.string().regex(/^[0-9a-f]{64}$/),
  holder: z.string().max(64),
  action: z.enum(["claim", "keep", "forget"]),
  seconds: z.number().int().min(1).max(604_800),
});
export type FingerprintQuestion = z.infer<typeof fingerprintQuestion>;
/** Whether the holder has it. */
export const fingerprintAnswer = z.strictObject({ isFirst: z.boolean() });
