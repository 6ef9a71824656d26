import { PublicError } from "@ferrule/contract/errors.ts";
import { goesWith } from "../../ground/audit/goes-with.ts";
import type { Handlers } from "../../ground/handler/handler.ts";
import { found } from "../../ground/handler/not-found.ts";
import type { DeployedUse } from "../../ground/ports/dependents.ts";
import { requireRevision } from "../../ground/handler/require-revision.ts";
import { auditedDraft } from "./audited-draft.ts";
import { lockFunction, removeFunction } from "./queries/functions.ts";

const whereOf = (uses: readonly DeployedUse[]): string =>
  [...new Set(uses.map(({ environment }) => (environment === "production" ? "Production" : "Development")))].join(
    " and ",
  );

/**
 * Deletes a Function's draft, revisions and grants. 409 IN_USE while a drafted binding or a cron names it, or while an
 * environment serves something that calls it, because that needs the grants. Until the transaction ends, no deployment
 * can begin or move, and the lock on the row lets nobody add a binding.
 */
export const deleteFunction: Handlers["deleteFunction"] = async ({ app, scope, params, ifMatch }) => {
  const { dependents } = app;
  await dependents.holdDeployments(scope);
  const row = found(await lockFunction(scope, params.functionId));
  requireRevision(ifMatch, row.revision);
  const bindings = await dependents.bindingsOfFunction(scope, row.id);
  if (bindings.length > 0) {
    throw new PublicError("IN_USE", "The Function is still bound. Remove its bindings first.", {
      details: { bindings },
    });
  }
  const deployments = await dependents.deploymentsOfFunction(scope, row.id);
  if (deployments.length > 0) {
    const message = `In ${whereOf(deployments)} the Function is still deployed. Deploy and release without it first.`;
    throw new PublicError("IN_USE", message, { details: { deployments } });
  }
  const gone = goesWith({ "Test cases": await dependents.testCasesOfFunction(scope, row.id) });
  await removeFunction(scope, row.id);
  return { answer: undefined, audit: auditedDraft(row, null, gone) };
};
