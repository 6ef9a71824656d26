import { z } from "zod";

/** How long a repeated request gets the stored response. */
export const idempotencyHours = 24;
/**
 * The largest response that we store, as JSON. We do not repeat a larger response, but its call does not run again
 * either.
 */
export const mostKeptBytes = 262_144;

const digest = z.string().regex(/^[\w-]{43}$/);
const held = { place: digest, holder: z.string().min(1).max(64) };

/** `idempotency.begin`: takes a key for a call that may run for `leaseMs`. */
export const beginArgument = z.strictObject({ ...held, request: digest, leaseMs: z.int().min(1).max(900_000) });

/** `held`: the call may run. `running`: another call has the key. `other`: the key was used for another request. */
export const beginAnswer = z.discriminatedUnion("state", [
  z.strictObject({ state: z.literal("held") }),
  z.strictObject({ state: z.literal("running") }),
  z.strictObject({ state: z.literal("other") }),
  z.strictObject({ state: z.literal("unkept") }),
  z.strictObject({ state: z.literal("answered"), answer: z.string() }),
]);
export type BeginAnswer = z.infer<typeof beginAnswer>;

/** `idempotency.end`: the outcome of the call. `answer` null: the response is not stored. */
export const endArgument = z.strictObject({ ...held, answer: z.string().max(mostKeptBytes).nullable() });

/** `idempotency.forget`: the call had no effect, so the caller may repeat it. */
export const forgetArgument = z.strictObject(held);
