import { PublicError } from "@ferrule/contract/errors.ts";
import type { Operations } from "@ferrule/contract/operations.ts";
import { listBindingsOfFunction } from "../bindings/records.ts";
import { listCronBindingsOfFunction } from "../cron-bindings/records.ts";
import type { Handler } from "../http/handler.ts";
import { found } from "../http/not-found.ts";
import { requireRevision } from "../http/require-revision.ts";
import { auditedDraft } from "./audited-draft.ts";
import { lockFunction, removeFunction } from "./records.ts";

/**
 * Deletes a Function's draft and revisions; what is deployed runs on. 409 IN_USE while a drafted binding or a cron names it.
 * The row is locked, so no binding can come in between.
 */
export const deleteFunction: Handler<Operations["deleteFunction"]> = async ({ scope, params, ifMatch }) => {
  const row = found(await lockFunction(scope, params.functionId));
  requireRevision(ifMatch, row.revision);
  const crons = await listCronBindingsOfFunction(scope, row.id);
  const bindings = [
    ...(await listBindingsOfFunction(scope, row.id)),
    ...crons.map(({ id, name }) => ({ kind: "cron" as const, id, endpointId: null, name })),
  ];
  if (bindings.length > 0) {
    throw new PublicError("IN_USE", "The Function is still bound. Remove its bindings first.", {
      details: { bindings },
    });
  }
  await removeFunction(scope, row.id);
  return { answer: undefined, audit: auditedDraft(row, null) };
};
