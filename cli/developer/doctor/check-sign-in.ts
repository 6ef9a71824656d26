import type { Context } from "../context/context.ts";
import { describedError } from "../described-error.ts";
import type { Finding } from "./finding.ts";

const froms = { FERRULE_TOKEN: " by FERRULE_TOKEN", credentials: "", "id-token": " by the pipeline's ID token" };

/** Whether the token is valid, whose it is, and which rights it has. */
export async function checkSignIn(context: Context): Promise<Finding> {
  try {
    const { client, identity } = await context.signedIn();
    const { user, effectiveRole, activeProject } = await client.getMe();
    const where = activeProject === null ? "without a Project" : `Project ${activeProject.slug}`;
    const from = froms[identity.from];
    return { check: "Token", state: "good", found: `${user.email}, ${effectiveRole ?? user.role}, ${where}${from}` };
  } catch (error) {
    const { message, hint, exit } = describedError(error, context.signal);
    if (exit === "cancelled") throw error;
    return { check: "Token", state: "wrong", found: message, hint };
  }
}
