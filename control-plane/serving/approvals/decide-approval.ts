// Why: docs/decisions/approvals-are-runs.md
import { PublicError } from "@ferrule/contract/errors.ts";
import type { Handlers } from "../../ground/handler/handler.ts";
import { found } from "../../ground/handler/not-found.ts";
import { readClock } from "../../ground/store/clock.ts";
import { holdUser } from "../../people/users/queries.ts";
import { listDecisionRows } from "../runs/queries/approvals.ts";
import { lockApproval, wakeApproval } from "../runs/wake-approval.ts";
import { insertDecision } from "../runs/queries/decisions.ts";
import { describeApproval } from "./describe-approvals.ts";
import { readPerson } from "./person.ts";
import { whyNot } from "./why-not.ts";

/**
 * Approves or rejects, as a person whom the rule names. The run goes on with the last approval that it needs, or with
 * the first rejection. The run and the approval are locked, so that of two decisions the second one sees the first.
 */
export const decideApproval: Handlers["decideApproval"] = async ({ app, scope, actor, params, body }) => {
  const { decision, reason, digest } = body;
  const { approval: row } = found(await lockApproval(scope, params.approvalId));
  const user = found(await holdUser(scope, actor.userId));
  if (user.status !== "active") throw new PublicError("ACCOUNT_DISABLED");
  const person = await readPerson(scope, { ...actor, email: user.email, role: user.role }, { hold: true });
  const before = await listDecisionRows(scope, row.id);
  const isLate = row.expiresAt <= (await readClock(scope, app.clock));
  const problem = whyNot({ ...row, isLate, decidedBy: before.map(({ userId }) => userId) }, person);
  if (problem !== null) throw new PublicError(problem.code, problem.message);
  if (digest !== row.digest)
    throw new PublicError("INVALID_STATE", "This is not what the approval is about. Read it again before you decide.");
  await insertDecision(scope, { approvalId: row.id, userId: user.id, email: user.email, decision, reason });
  const approved = before.length + 1;
  const outcome = decision === "rejected" ? "rejected" : approved >= row.people ? "approved" : "pending";
  if (outcome !== "pending") await wakeApproval(app, scope, row.id, outcome);
  return {
    answer: found(await describeApproval(scope, app.clock, row.id, person)),
    audit: {
      kind: "approval",
      id: row.id,
      name: row.title,
      changes: { decision, reason, digest, runId: row.runId, outcome },
    },
  };
};
