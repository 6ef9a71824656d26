import type { Context } from "./context.ts";
import { CommandError } from "../command-error.ts";
import type { Credential } from "../credentials/credential.ts";

/**
 * Asks an installation for the user of this token, and stores it. Returns the stored credential.
 * @throws CommandError for a text that is not a token, and for a token of another Project than `--project` names
 */
export async function signInByToken(context: Context, address: string, token: string): Promise<Credential> {
  // The token goes into a header, and a line end in it would end the header.
  if (!/^[\x21-\x7e]{8,512}$/.test(token)) {
    throw new CommandError("TOKEN_INVALID", "That is not an API token.", {
      exit: "usage",
      hint: "It begins with fer_pat_.",
    });
  }
  const { user, effectiveRole, activeProject } = await context.clientOf(address, token).getMe();
  if (activeProject === null) throw new CommandError("NO_PROJECT", "The Project of this token is gone.");
  const { id, slug } = activeProject;
  const wanted = context.options.project;
  if (wanted !== undefined && wanted !== slug) {
    throw new CommandError("PROJECT_MISMATCH", `The token is for the Project ${slug}, not for ${wanted}.`, {
      exit: "usage",
      hint: `Make a token for ${wanted}, or leave --project out.`,
    });
  }
  const storedAt = new Date().toISOString();
  const stored = {
    address,
    token,
    project: { id, slug },
    email: user.email,
    role: effectiveRole ?? user.role,
    storedAt,
  };
  await context.credentials.put(stored);
  return stored;
}
