import { sharedNow } from "@ferrule/kit/shared-time.ts";
import { PublicError } from "@ferrule/contract/errors.ts";
import type { Handlers } from "../../ground/handler/handler.ts";
import { isNoHigher } from "../../ground/handler/lower-role.ts";
import { found } from "../../ground/handler/not-found.ts";
import { validationError } from "../../ground/handler/validation-issues.ts";
import { findProject } from "../projects/queries.ts";
import { issueToken } from "./issue-token.ts";

const dayMs = 86_400_000;
const longestDays = 366;
const usualDays = 90;

function expiryOf(asked: string | undefined): Date {
  if (asked === undefined) return new Date(sharedNow() + usualDays * dayMs);
  const at = Date.parse(asked);
  if (at <= sharedNow()) throw validationError([{ path: "body.expiresAt", message: "must lie in the future" }]);
  if (at > sharedNow() + longestDays * dayMs) {
    throw validationError([{ path: "body.expiresAt", message: `must be at most ${longestDays} days from now` }]);
  }
  return new Date(at);
}

/**
 * Issues an API token for the caller, with a role no higher than their own and limited to one Project. It expires after
 * 90 days by default (at most 366). With scopes, it works only at the management MCP server.
 */
export const createToken: Handlers["createToken"] = async ({ scope, actor, body }) => {
  const expiresAt = expiryOf(body.expiresAt);
  const project = found(await findProject(scope, body.projectId));
  if (!isNoHigher(body.role, actor.role)) {
    throw new PublicError("FORBIDDEN", "A token's role may not be higher than your own.");
  }
  const { name, role, scopes = null } = body;
  const issued = { userId: actor.userId, projectId: project.id, name, role, scopes, expiresAt };
  const { token, value } = await issueToken(scope, issued);
  const changes = { role: token.role, scopes: token.scopes, expiresAt: token.expiresAt };
  return {
    answer: { ...token, value },
    audit: { kind: "token", id: token.id, name: token.name, projectId: project.id, changes },
  };
};
