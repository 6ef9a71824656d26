import type { FunctionResource } from "@ferrule/contract/resources/function.ts";
import type { Actor, Audited } from "../../ground/handler/handler.ts";
import { found } from "../../ground/handler/not-found.ts";
import { requireRevision } from "../../ground/handler/require-revision.ts";
import type { ProjectScope } from "../../ground/store/scope.ts";
import { auditedDraft } from "./audited-draft.ts";
import { describeFunction } from "./describe-functions.ts";
import { lockFunction, reviseFunction, type Draft } from "./queries/functions.ts";
import { findServed } from "./queries/served-revisions.ts";

/** Saves `changes` to a Function's draft as its next revision. */
export async function saveFunction(
  request: { scope: ProjectScope; params: { functionId: string }; ifMatch: number | null; actor: Actor },
  changes: Partial<Draft>,
): Promise<Audited<FunctionResource>> {
  const { scope, params, ifMatch, actor } = request;
  const before = found(await lockFunction(scope, params.functionId));
  requireRevision(ifMatch, before.revision);
  const row = await reviseFunction(scope, before, changes, actor.userId);
  return { answer: describeFunction(row, await findServed(scope, row.id)), audit: auditedDraft(before, row) };
}
