import type { Handlers } from "../../ground/handler/handler.ts";
import { newestPage } from "../../ground/handler/list-page.ts";
import { found } from "../../ground/handler/not-found.ts";
import { describeApproval, describeApprovals } from "./describe-approvals.ts";
import { readPerson } from "./person.ts";
import { listDescribed } from "./queries/described.ts";

/** The Project's approvals, the latest first; with `mine`, those on which the caller may decide now. */
export const listApprovals: Handlers["listApprovals"] = async ({ app, scope, actor, query }) => {
  const { limit, cursor, mine, ...filters } = query;
  const person = await readPerson(scope, actor);
  const wanted = { ...filters, by: mine === undefined ? undefined : person };
  return newestPage(
    { limit, cursor },
    `approvals:${scope.projectId}:${JSON.stringify([filters, mine === undefined ? null : actor.userId])}`,
    (...page) => listDescribed(scope, app.clock, wanted, ...page),
    (rows) => describeApprovals(scope, rows, person),
  );
};

/** What will be done, who asked, and whether the caller may decide. */
export const getApproval: Handlers["getApproval"] = async ({ app, scope, actor, params }) =>
  found(await describeApproval(scope, app.clock, params.approvalId, await readPerson(scope, actor)));
