import type { Client } from "@ferrule/contract/client.ts";
import type { Credential } from "../credentials/credential.ts";
import { CommandError } from "../command-error.ts";
import type { Identity } from "../server/client-over.ts";
import { addressOf } from "./address-of.ts";
import type { Target } from "./target.ts";

/** A token, and where it comes from. */
export interface FoundIdentity extends Identity {
  from: "FERRULE_TOKEN" | "credentials";
}

interface Sources {
  env: NodeJS.ProcessEnv;
  /** The address on the command line. */
  url: string | undefined;
  credentials: readonly Credential[];
}

/**
 * The token in `FERRULE_TOKEN`, if it is for this installation. The folder that somebody works in must not choose where it goes:
 * a `ferrule.yaml` may be anybody's. So `FERRULE_URL` says whose it is, or `--url`.
 */
function tokenOfEnvironment({ env, url }: Sources, address: string): string | null {
  const token = env["FERRULE_TOKEN"]?.trim();
  if (!token) return null;
  const said = env["FERRULE_URL"] ? addressOf(env["FERRULE_URL"], "FERRULE_URL") : url && addressOf(url, "--url");
  if (said) return said === address ? token : null;
  throw new CommandError(
    "TOKEN_WITHOUT_ADDRESS",
    "FERRULE_TOKEN is set, and nothing says which installation it is for.",
    {
      exit: "usage",
      hint: "Set FERRULE_URL too. A ferrule.yaml does not say it, because it may be somebody else's.",
    },
  );
}

/** The token for a target. @throws CommandError where there is none */
export function identityFor({ address, project }: Target, sources: Sources): FoundIdentity {
  const token = tokenOfEnvironment(sources, address);
  if (token !== null) return { token, from: "FERRULE_TOKEN" };
  const here = sources.credentials.filter((one) => one.address === address);
  const found = project === null ? here : here.filter((one) => one.project.slug === project);
  const [one] = found;
  if (one !== undefined && found.length === 1)
    return { token: one.token, projectId: one.project.id, from: "credentials" };
  if (found.length > 1) {
    throw new CommandError("NO_PROJECT", `You are signed in to several Projects of ${address}.`, {
      exit: "usage",
      hint: `Say which one with --project: ${found.map((each) => each.project.slug).join(", ")}.`,
    });
  }
  const other = here.length > 0 && project !== null ? ` for the Project ${project}` : "";
  throw new CommandError("NOT_SIGNED_IN", `You are not signed in to ${address}${other}.`, {
    exit: "signedOut",
    hint: `Sign in with \`ferrule login --url ${address}${project === null ? "" : ` --project ${project}`}\`.`,
  });
}

/** Holds a token of the environment to the Project that is meant: it says its Project only when the server is asked. */
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
