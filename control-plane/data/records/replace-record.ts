import { checkAhead } from "./writing/check-ahead.ts";
import type { ProjectScope } from "../../ground/store/scope.ts";
import { PublicError } from "@ferrule/contract/errors.ts";
import type { Handlers } from "../../ground/handler/handler.ts";
import { found } from "../../ground/handler/not-found.ts";
import { requireRoleIn } from "../../ground/handler/require-role-in.ts";
import { auditedRecord } from "./writing/audited-record.ts";
import { describeRecord } from "./describe-record.ts";
import { holdCollection, readCollection } from "./queries/usable-collection.ts";
import { replaceData } from "./writing/write-record.ts";

/**
 * Replaces a record's data. A request may name a revision in `If-Match`, in the body or in both. 412 when somebody else
 * has changed the record since.
 */
export const replaceRecord: Handlers["replaceRecord"] = async (context) => {
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
    const id = params.recordId;
    if (given.revision !== undefined && revision !== given.revision) throw new PublicError("REVISION_CONFLICT");
    const row = await replaceData(scope, collection, { environment, tenantId }, { ...given, id, revision }, "body.");
    const place = { collectionId: collection.id, environment, tenantId };
    const audit = auditedRecord(collection, place, row.id, { revision: row.revision });
    return { answer: describeRecord(scope.projectId, place, row, null), audit };
  });
};
