import { z } from "zod";
import { secretName } from "../resources/secret.ts";
import { environments } from "../states.ts";

/**
 * `POST /internal/secrets/open`, by workers only: the value of a secret for a call whose grant has its name, which the
 * worker has checked. 404 `NOT_FOUND` without such a secret; 503 `UNAVAILABLE` when it cannot be opened with the keys
 * that are configured.
 */
export const secretRequest = z.strictObject({
  projectId: z.string(),
  environment: z.enum(environments),
  name: secretName,
  /** Whose call asks, for the log. */
  functionId: z.string(),
  deploymentId: z.string().nullable(),
});
export type SecretRequest = z.infer<typeof secretRequest>;

/** Held in memory only, by both sides, and never logged. */
export const openedSecret = z.strictObject({ version: z.number().int(), value: z.string() });
export type OpenedSecret = z.infer<typeof openedSecret>;
