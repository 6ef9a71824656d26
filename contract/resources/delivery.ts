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
    /** The sender's place for the delivery's id; without one, the content distinguishes deliveries. */
    idFrom: z.enum(deliveryIdSources).default("sender"),
    idName: idName.default(null),
    /** How long equal content is the same delivery, if nothing else distinguishes them. */
    contentWindowSeconds: z.number().int().min(1).max(day).default(3_600),
    maxAttempts: z.number().int().min(1).max(50).default(12),
    /** The pause before the second attempt. It doubles each time, and varies by a quarter. */
    backoffMs: z.number().int().min(100).max(3_600_000).default(10_000),
    /** The latest start of an attempt, counted from the delivery's arrival. */
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

/** A request that got its response at once, and its state. Only the executions of its attempts contain its body. */
export const delivery = z.object({
  ...owned("dlv"),
  environment,
  endpointId: id("ep"),
  bindingId: id("htb"),
  functionId: id("fn"),
  /** The called route: `POST /hooks/stripe`. */
  route: z.string(),
  tenantId: z.string(),
  caller,
  requestId: z.string(),
  /** The sender's id; null if the content identifies it. */
  deliveryKey: z.string().nullable(),
  /** The size of the body, in bytes. */
  size: z.number().int(),
  status: z.enum(deliveryStatuses),
  /** The total number of attempts that have begun. */
  attempt: z.number().int(),
  /** For the latest attempt. */
  executionId: z.string().nullable(),
  /** How its latest attempt failed. */
  reason: z.string().nullable(),
  receivedAt: time,
  startedAt: time.nullable(),
  finishedAt: time.nullable(),
  /** The time of the next attempt. */
  nextAttemptAt: time.nullable(),
});
export type Delivery = z.infer<typeof delivery>;

/**
 * Selects deliveries by ids, or all dead ones of an environment, an endpoint or a route: at most 1,000, oldest first.
 */
export const chosenDeliveries = z.strictObject({
  environment,
  deliveryIds: z.array(text(128, 1)).min(1).max(200).optional(),
  endpointId: text(128, 1).optional(),
  bindingId: text(128, 1).optional(),
});
/** The most dead deliveries that one request without ids selects. */
export const mostChosen = 1_000;

export const changedDeliveries = z.object({
  /** The number of changed deliveries; the others were in a state that does not allow it. */
  changed: z.number().int(),
  /** Whether there are more of them. */
  more: z.boolean(),
});
