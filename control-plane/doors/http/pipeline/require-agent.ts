import { agentOperations } from "@ferrule/contract/agent-operations.ts";
import { PublicError } from "@ferrule/contract/errors.ts";
import { agentRequest } from "../../../ground/handler/agent-request.ts";
import { isManagementServerOn } from "../../../people/management-server/queries.ts";
import type { Exchange } from "./exchange.ts";

/** The settings themselves can be read while it is off, so that the server can say so. */
const readsSettings = "getManagementServer";

/**
 * Step 4: a request of the management MCP server needs a token with scopes, a Project that has the server on, an
 * operation that is open to agents, and its scope. A token with scopes works only there, and one without only elsewhere:
 * at `/api` nobody is asked to confirm anything.
 */
export async function requireAgent({ app, name, actor, project }: Exchange): Promise<void> {
  if (agentRequest() === undefined) {
    if (actor === null || actor.scopes === null) return;
    throw new PublicError("FORBIDDEN", "This token works only at the management MCP server.");
  }
  const needed = agentOperations.get(name);
  if (actor?.kind !== "token" || needed === undefined || project === null) throw new PublicError("FORBIDDEN");
  if (actor.scopes === null)
    throw new PublicError("FORBIDDEN", "This token has no scopes for agents. Make one that has, or sign in by OAuth.");
  // Whoever may change something may look.
  if (needed !== "read" && !actor.scopes.includes(needed))
    throw new PublicError("FORBIDDEN", `The token lacks the scope ${needed}.`, { details: { scope: needed } });
  if (name === readsSettings) return;
  if (await app.store.inProject(project.id, isManagementServerOn, { readOnly: true })) return;
  throw new PublicError("FORBIDDEN", "An owner has not switched the management MCP server on for this Project.");
}
