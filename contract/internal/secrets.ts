import { z } from "zod";
import { secretName } from "../resources/secret.ts";
import { environments } from "../states.ts";
import { maxCacheTtlSeconds } from "./cache.ts";

/**
 * What a worker asks `openSecret` for: the value of a secret for a call whose grant has its name, which the
 * worker has checked. 404 `NOT_FOUND` without such a secret; 503 `UNAVAILABLE` when it cannot be opened with the keys
 * that are configured. With `?before=true` it is answered with what the secret was before. With `?purpose=mask` the value is not given to a call, so it
 * does not count as used.
 */
export const secretRequest = z.strictObject({
  projectId: z.string(),
  environment: z.enum(environments),
  name: secretName,
  /** The call that needs it, for the log. */
  functionId: z.string(),
  deploymentId: z.string().nullable(),
});
export type SecretRequest = z.infer<typeof secretRequest>;
export const secretQuery = z.object({ before: z.string().optional(), purpose: z.string().optional() });

/**
 * For how long a value is still masked after it was replaced or deleted: a call that began before may hold it for a day at
 * most (a worker that is cut off serves on for no longer), and what it puts into the cache then lives 30 days. Nothing that is shown
 * and may hold a value lives longer, for executions and logs are masked before they are written.
 */
export const secretMaskedForMs = (maxCacheTtlSeconds + 86_400) * 1_000;

/** Held in memory only, by both sides, and never logged. */
export const openedSecret = z.strictObject({
  version: z.number().int(),
  value: z.string(),
  /** What it was before: never given out, only masked, until this time (epoch milliseconds). */
  before: z.array(z.strictObject({ value: z.string(), maskedUntil: z.number() })).optional(),
});
export type OpenedSecret = z.infer<typeof openedSecret>;
