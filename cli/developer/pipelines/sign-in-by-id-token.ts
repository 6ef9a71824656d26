import { CommandError } from "../command-error.ts";
import type { FoundIdentity } from "../context/identity-for.ts";
import { isMeantFor } from "../context/is-meant-for.ts";
import type { Target } from "../context/target.ts";
import { clientOver } from "../server/client-over.ts";
import type { Connection } from "../server/connection.ts";
import { idTokenVariable, readIdToken } from "./id-token.ts";

interface Surroundings {
  env: NodeJS.ProcessEnv;
  /** The address on the command line. */
  url: string | undefined;
  connect: (origin: string) => Connection;
  signal: AbortSignal;
}

/**
 * Exchanges the ID token of a pipeline's job for a short-lived API token of the Project. It does not store the token.
 * @returns null where the job has no ID token for this installation
 * @throws CommandError if the forge gives no ID token; ApiError if no rule of the Project accepts it
 */
export async function signInByIdToken(
  { address, project }: Target,
  { env, url, connect, signal }: Surroundings,
): Promise<FoundIdentity | null> {
  const name = idTokenVariable(env);
  if (name === null || !isMeantFor(address, name, { env, url })) return null;
  if (project === null) {
    throw new CommandError("NO_PROJECT", "The Project of this job is not known.", {
      exit: "usage",
      hint: "Name it with --project <slug>, with FERRULE_PROJECT, or in a ferrule.yaml.",
    });
  }
  const token = await readIdToken({ env, audience: address, connect, signal });
  const client = clientOver(connect(address), null, signal);
  const { value, projectId } = await client.createPipelineToken({ body: { project, token } });
  return { token: value, projectId, from: "id-token" };
}
