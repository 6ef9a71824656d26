import type { Credential } from "../credentials/credential.ts";
import { CommandError } from "../command-error.ts";
import { addressOf } from "./address-of.ts";
import type { ProjectFile } from "./nearest-project-file.ts";

/** The installation and Project that a command works on. */
export interface Target {
  address: string;
  /** The Project's slug; null means the token's Project. */
  project: string | null;
  /** The path of `ferrule.yaml`, if there is one. */
  file: ProjectFile | null;
}

interface Sources {
  flags: { url?: string | undefined; project?: string | undefined };
  env: NodeJS.ProcessEnv;
  file: ProjectFile | null;
  credentials: readonly Credential[];
}

const only = <T>(items: readonly T[]): T | undefined => (items.length === 1 ? items[0] : undefined);

function addressFrom({ flags, env, file, credentials }: Sources): string | null {
  if (flags.url !== undefined) return addressOf(flags.url, "--url");
  if (env["FERRULE_URL"]) return addressOf(env["FERRULE_URL"], "FERRULE_URL");
  if (file?.installation) return addressOf(file.installation, file.path);
  return only([...new Set(credentials.map(({ address }) => address))]) ?? null;
}

/**
 * Finds the installation and the Project of this command. The order is: a flag, the environment, the nearest
 * `ferrule.yaml`, the only stored credential. It looks for each of the two separately.
 * @throws CommandError if nothing names the installation
 */
export function targetOf(sources: Sources): Target {
  const { flags, env, file, credentials } = sources;
  const address = addressFrom(sources);
  if (address === null) {
    const several = credentials.length > 0;
    throw new CommandError(
      "NO_ADDRESS",
      several ? "You are signed in to several installations." : "You are not signed in.",
      {
        exit: several ? "usage" : "signedOut",
        hint: several
          ? "Say which one with --url, or in a ferrule.yaml."
          : "Sign in with `ferrule login --url <address>`.",
      },
    );
  }
  const stored = only(credentials.filter((one) => one.address === address))?.project.slug;
  return { address, project: flags.project ?? (env["FERRULE_PROJECT"] || file?.project || stored || null), file };
}
