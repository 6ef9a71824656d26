import { CommandError } from "../command-error.ts";
import { addressOf } from "./address-of.ts";

interface Said {
  env: NodeJS.ProcessEnv;
  /** The address on the command line. */
  url: string | undefined;
}

/**
 * Whether a token in the environment is for the installation at `address`. The current folder must not decide where the
 * token goes: anybody may have written its `ferrule.yaml`. So `FERRULE_URL` or `--url` must name the token's
 * installation.
 * @param name the token's name, for the message
 * @throws CommandError TOKEN_WITHOUT_ADDRESS if neither is set
 */
export function isMeantFor(address: string, name: string, { env, url }: Said): boolean {
  const said = env["FERRULE_URL"] ? addressOf(env["FERRULE_URL"], "FERRULE_URL") : url && addressOf(url, "--url");
  if (said) return said === address;
  throw new CommandError("TOKEN_WITHOUT_ADDRESS", `${name} is set, but its installation is not known.`, {
    exit: "usage",
    hint: "Set FERRULE_URL too. A ferrule.yaml does not say it, because it may be somebody else's.",
  });
}
