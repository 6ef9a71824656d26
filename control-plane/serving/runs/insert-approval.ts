// Why: docs/decisions/approvals-are-runs.md
import type { ApprovalRequest } from "@ferrule/contract/resources/approval.ts";
import { identifier } from "@ferrule/kit/identifier.ts";
import type { Clock } from "../../ground/store/clock.ts";
import type { AnyScope } from "../../ground/store/scope.ts";
import { insertApprovalRow, type Asking } from "./queries/approvals.ts";

/** PostgreSQL stores no NUL, and no lone surrogate. */
const storable = (text: string) => text.toWellFormed().replaceAll("\0", "\uFFFD");

/**
 * Asks people whether a run may go on, and returns the approval's id.
 * @param stepKey The step that asks; null: the call itself waits
 */
export async function insertApproval(
  scope: AnyScope,
  clock: Clock,
  run: Asking,
  stepKey: string | null,
  request: ApprovalRequest,
): Promise<string> {
  const id = identifier("apr");
  const asked = {
    ...request,
    title: storable(request.title),
    summary: storable(request.summary),
    details: storable(request.details),
  };
  await insertApprovalRow(scope, clock, { id, stepKey, run, request: asked });
  return id;
}
