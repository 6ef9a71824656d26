import { z } from "zod";

/** How long an answer is given again. */
export const idempotencyHours = 24;
/** Of an answer that is kept, as JSON. A larger one is not given again; the call is not run again either. */
export const mostKeptBytes = 262_144;

const digest = z.string().regex(/^[\w-]{43}$/);
const held = { place: digest, holder: z.string().min(1).max(64) };

/** `idempotency.begin`: takes a key for a call that may run for `leaseMs`. */
export const beginArgument = z.strictObject({ ...held, request: digest, leaseMs: z.int().min(1).max(900_000) });

/** `held`: the call may run. `running`: another has the key. `other`: it was used for another request. */
export const beginAnswer = z.discriminatedUnion("state", [
  z.strictObject({ state: z.literal("held") }),
  z.strictObject({ state: z.literal("running") }),
  z.strictObject({ state: z.literal("other") }),
  z.strictObject({ state: z.literal("unkept") }),
  z.strictObject({ state: z.literal("answered"), answer: z.string() }),
]);
export type BeginAnswer = z.infer<typeof beginAnswer>;

/** `idempotency.end`: what the call came to. `answer` null: it was answered, with something that is not kept. */
export const endArgument = z.strictObject({ ...held, answer: z.string().max(mostKeptBytes).nullable() });

/** `idempotency.forget`: nothing has come of the call, so that it may be made again. */
export const forgetArgument = z.strictObject(held);
