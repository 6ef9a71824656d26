import type { SecretRequest } from "@ferrule/contract/internal/secrets.ts";
import { z } from "zod";
import { HostCallError } from "@ferrule/contract/internal/host-call-error.ts";
import type { HostCall } from "./host-call.ts";

const argument = z.object({ name: z.string().max(64) });

/** Resolves to a secret's current value. Null: its environment has none of this name. */
export type GetSecret = (request: SecretRequest) => Promise<string | null>;

/** `ctx.secrets.get(name)`: a secret that the call may use, for the call's environment. */
export const createSecretsGet =
  (get: GetSecret): HostCall =>
  async (given, _bytes, { invocation }) => {
    const asked = argument.safeParse(given);
    if (!asked.success) throw new HostCallError("VALIDATION_ERROR", "The name of a secret is a string.");
    const { name } = asked.data;
    const { projectId, environment, functionId, deploymentId, grant } = invocation;
    if (!grant.secrets.includes(name)) {
      const message = "This call was not granted that secret: the Function must declare it and the policy allow it.";
      throw new HostCallError("NOT_GRANTED", message);
    }
    const value = await get({ projectId, environment, name, functionId, deploymentId }).catch((cause: unknown) => {
      throw new HostCallError("UNAVAILABLE", `The secret ${name} is not available just now.`, { cause });
    });
    if (value === null) throw new HostCallError("NOT_FOUND", `There is no secret ${name} in ${environment}.`);
    return { value };
  };
