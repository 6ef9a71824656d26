import type { Client } from "@ferrule/contract/client.ts";
import type { Credential } from "../credentials/credential.ts";
import { CommandError } from "../command-error.ts";
import type { Identity } from "../server/client-over.ts";
import { isMeantFor } from "./is-meant-for.ts";
import type { Target } from "./target.ts";

/** A token, and its source. */
export interface FoundIdentity extends Identity {
  from: "FERRULE_TOKEN" | "credentials" | "id-token";
}

interface Sources {
  env: NodeJS.ProcessEnv;
  /** The address on the command line. */
  url: string | undefined;
  credentials: readonly Credential[];
}

/**
 * The token for a target: given by the user, or stored; null if there is none. @throws CommandError if several are
 * stored
 */
export function identityFor({ address, project }: Target, sources: Sources): FoundIdentity | null {
  const given = sources.env["FERRULE_TOKEN"]?.trim();
  if (given && isMeantFor(address, "FERRULE_TOKEN", sources)) return { token: given, from: "FERRULE_TOKEN" };
  const here = sources.credentials.filter((one) => one.address === address);
  const found = project === null ? here : here.filter((one) => one.project.slug === project);
  const [one] = found;
  if (one === undefined) return null;
  if (found.length === 1) return { token: one.token, projectId: one.project.id, from: "credentials" };
  throw new CommandError("NO_PROJECT", `You are signed in to several Projects of ${address}.`, {
    exit: "usage",
    hint: `Say which one with --project: ${found.map((each) => each.project.slug).join(", ")}.`,
  });
}

/** Reports that there is no token for a target, and how to get one. */
export function notSignedIn({ address, project }: Target, { env, credentials }: Sources): CommandError {
  const isElsewhere = project !== null && credentials.some((one) => one.address === address);
  const other = isElsewhere ? ` for the Project ${project}` : "";
  const login = `Sign in with \`ferrule login --url ${address}${project === null ? "" : ` --project ${project}`}\`.`;
  return new CommandError("NOT_SIGNED_IN", `You are not signed in to ${address}${other}.`, {
    exit: "signedOut",
    hint: env["CI"] ? "Give the job an ID token, or set FERRULE_TOKEN." : login,
  });
}

/** Checks that a token of the environment belongs to this Project. Only the server knows the Project of a token. */
export async function checkProject(client: Client, project: string): Promise<{ id: string; slug: string }> {
  const { activeProject } = await client.getMe();
  if (activeProject?.slug === project) return activeProject;
  throw new CommandError(
    "PROJECT_MISMATCH",
    `FERRULE_TOKEN is for the Project ${activeProject?.slug ?? "(none)"}, not for ${project}.`,
    {
      exit: "usage",
      hint: "Use the token of that Project, or name the other Project with --project.",
    },
  );
}
