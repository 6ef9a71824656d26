import { PublicError } from "@ferrule/contract/errors.ts";
import type { Handlers } from "../../ground/handler/handler.ts";
import { found } from "../../ground/handler/not-found.ts";
import { requireRoleIn } from "../../ground/handler/require-role-in.ts";
import type { ProjectScope } from "../../ground/store/scope.ts";
import { auditedRecord } from "./writing/audited-record.ts";
import { checkAhead } from "./writing/check-ahead.ts";
import { describeRecord } from "./describe-record.ts";
import { holdCollection, readCollection } from "./queries/usable-collection.ts";
import { upsertData } from "./writing/upsert-data.ts";

/**
 * Inserts a record, or replaces the data of the one with the same values of a unique key. A request may name a revision
 * in `If-Match`, in the body or in both. 412 when there is no record, or it has another revision.
 */
export const upsertRecord: Handlers["upsertRecord"] = async (context) => {
  const { operation, actor, projectId, params, body, ifMatch, read, write } = context;
  const { environment, tenantId, ...given } = body;
  const payer = { projectId, tenantId: actor.userId };
  const find = (scope: ProjectScope) => readCollection(scope, environment, params.collectionId);
  await checkAhead({ named: params.collectionId, data: body.data, payer, read, find });
  return write(async (scope) => {
    const revision = ifMatch ?? given.revision ?? null;
    await holdCollection(scope, params.collectionId);
    const collection = found(await readCollection(scope, environment, params.collectionId));
    requireRoleIn(operation, environment, actor);
    if (given.revision !== undefined && revision !== given.revision) throw new PublicError("REVISION_CONFLICT");
    const row = await upsertData(scope, collection, { environment, tenantId }, { ...given, revision }, "body.");
    const place = { collectionId: collection.id, environment, tenantId };
    const { created, revision: now } = row;
    const audit = auditedRecord(collection, place, row.id, { revision: now, created });
    return { answer: { ...describeRecord(scope.projectId, place, row, null), created }, audit };
  });
};
