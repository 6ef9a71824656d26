import { z } from "zod";
import { caller } from "../internal/execution.ts";
import { deliveryIdSources, deliveryStatuses } from "../states.ts";
import { environment, id, owned, text, time } from "./fields.ts";

const day = 86_400;

/** The name of a header, or a JSON pointer (RFC 6901) into the body. */
const idName = z.string().max(200).nullable();
const headerName = /^[A-Za-z0-9-]{1,64}$/;
const pointer = /^(?:\/(?:[^~/]|~[01])*){1,10}$/;

/** How a route responds at once and runs its Function later (docs/webhooks.md). */
export const deliveryRule = z
  .strictObject({
    /** Where the sender names the delivery; without it, the content distinguishes deliveries. */
    idFrom: z.enum(deliveryIdSources).default("sender"),
    idName: idName.default(null),
    /** For how long the same content is the same delivery, if nothing else distinguishes them. */
    contentWindowSeconds: z.number().int().min(1).max(day).default(3_600),
    maxAttempts: z.number().int().min(1).max(50).default(12),
    /** The pause before the second attempt. It doubles with each, and varies by a quarter. */
    backoffMs: z.number().int().min(100).max(3_600_000).default(10_000),
    /** No attempt begins later than this after the delivery has come. */
    horizonSeconds: z
      .number()
      .int()
      .min(60)
      .max(30 * day)
      .default(3 * day),
  })
  .superRefine(({ idFrom, idName: named }, context) => {
    const issue = (message: string) => context.addIssue({ code: "custom", path: ["idName"], message });
    if (idFrom === "header") {
      if (named === null || !headerName.test(named)) issue("must be the name of a header");
    } else if (idFrom === "body") {
      if (named === null || !pointer.test(named)) issue("must be a JSON pointer such as /event/id");
    } else if (named !== null) issue("is allowed only for an id from a header or the body");
  });
export type DeliveryRule = z.infer<typeof deliveryRule>;

/** A request that got its response at once, and its state. Only the executions of its attempts have its body. */
export const delivery = z.object({
  ...owned("dlv"),
  environment,
  endpointId: id("ep"),
  bindingId: id("htb"),
  functionId: id("fn"),
  /** As it was called: `POST /hooks/stripe`. */
  route: z.string(),
  tenantId: z.string(),
  caller,
  requestId: z.string(),
  /** The sender's id; null when the content identified it. */
  deliveryKey: z.string().nullable(),
  /** Of the body, in bytes. */
  size: z.number().int(),
  status: z.enum(deliveryStatuses),
  /** How many attempts have begun, in all. */
  attempt: z.number().int(),
  /** Of the latest attempt. */
  executionId: z.string().nullable(),
  /** How its latest attempt failed. */
  reason: z.string().nullable(),
  receivedAt: time,
  startedAt: time.nullable(),
  finishedAt: time.nullable(),
  /** When it is tried next. */
  nextAttemptAt: time.nullable(),
});
export type Delivery = z.infer<typeof delivery>;

/**
 * Deliveries by their ids, or all dead ones of an environment, an endpoint or a route: at most 1,000 of those, the
 * oldest first.
 */
export const chosenDeliveries = z.strictObject({
  environment,
  deliveryIds: z.array(text(128, 1)).min(1).max(200).optional(),
  endpointId: text(128, 1).optional(),
  bindingId: text(128, 1).optional(),
});
/** How many dead deliveries one request without ids chooses. */
export const mostChosen = 1_000;

export const changedDeliveries = z.object({
  /** How many of them were changed; the state of the others did not allow it. */
  changed: z.number().int(),
  /** Whether more of them are left. */
  more: z.boolean(),
});
