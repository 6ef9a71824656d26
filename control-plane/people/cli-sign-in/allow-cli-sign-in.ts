import { PublicError } from "@ferrule/contract/errors.ts";
import type { Handlers } from "../../ground/handler/handler.ts";
import { isNoHigher } from "../../ground/handler/lower-role.ts";
import { found } from "../../ground/handler/not-found.ts";
import { findProject } from "../projects/queries.ts";
import { decideWaiting } from "./queries.ts";
import { noneWaits, requireWaiting } from "./require-waiting.ts";

/**
 * Allows a command line to fetch an API token of the caller, with a role no higher than their own and limited to one
 * Project. The token is made when it is fetched.
 */
export const allowCliSignIn: Handlers["allowCliSignIn"] = async ({ app, actor, params, body, write }) => {
  const { id } = await requireWaiting(app, actor.userId, params.userCode);
  await write(async (scope) => {
    const { projectId, role, validDays } = body;
    found(await findProject(scope, projectId));
    if (!isNoHigher(role, actor.role)) {
      throw new PublicError("FORBIDDEN", "A token's role may not be higher than your own.");
    }
    const row = await decideWaiting(scope, id, { state: "allowed", userId: actor.userId, ...body });
    if (!row) throw noneWaits();
    const changes = { role, validDays, from: row.ip };
    return { answer: undefined, audit: { kind: "cli-sign-in", id, name: row.machine, projectId, changes } };
  });
};
