import { z } from "zod";
import { secretName } from "../resources/secret.ts";
import { environments } from "../states.ts";
import { maxCacheTtlSeconds } from "./cache.ts";

/**
 * A worker's request to `openSecret`: the value of a secret, for a call; the worker has checked that the call's grant
 * names it. 404 `NOT_FOUND` when there is no such secret; 503 `UNAVAILABLE` when no configured key opens it. With
 * `?before=true`, the response also has earlier values. With `?purpose=mask`, no call gets the value, so this does not
 * count as a use.
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
 * How long we still mask a value after it was replaced or deleted. A call that began before may hold it for at most a
 * day, because an isolated worker stops serving after that time. If the call then puts it into the cache, it lives 30
 * days there. Executions and logs are masked before they are written, so they hold no value at all.
 */
export const secretMaskedForMs = (maxCacheTtlSeconds + 86_400) * 1_000;

/** Both sides hold it in memory only, and never log it. */
export const openedSecret = z.strictObject({
  version: z.number().int(),
  value: z.string(),
  /** Earlier values. Nobody gets them: we only mask them, until this time (epoch milliseconds). */
  before: z.array(z.strictObject({ value: z.string(), maskedUntil: z.number() })).optional(),
});
export type OpenedSecret = z.infer<typeof openedSecret>;
