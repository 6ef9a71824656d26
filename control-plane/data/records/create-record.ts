import { checkAhead } from "./writing/check-ahead.ts";
import type { ProjectScope } from "../../ground/store/scope.ts";
import type { Handlers } from "../../ground/handler/handler.ts";
import { found } from "../../ground/handler/not-found.ts";
import { requireRoleIn } from "../../ground/handler/require-role-in.ts";
import { auditedRecord } from "./writing/audited-record.ts";
import { describeRecord } from "./describe-record.ts";
import { holdCollection, readCollection } from "./queries/usable-collection.ts";
import { insertRecord } from "./writing/write-record.ts";

/** Inserts a record into one environment and tenant. */
export const createRecord: Handlers["createRecord"] = async (context) => {
  const { operation, actor, projectId, params, body, read, write } = context;
  const { environment, tenantId, ...given } = body;
  const payer = { projectId, tenantId: actor.userId };
  const find = (scope: ProjectScope) => readCollection(scope, environment, params.collectionId);
  await checkAhead({ named: params.collectionId, data: body.data, payer, read, find });
  return write(async (scope) => {
    await holdCollection(scope, params.collectionId);
    const collection = found(await readCollection(scope, environment, params.collectionId));
    requireRoleIn(operation, environment, actor);
    const row = await insertRecord(scope, collection, { environment, tenantId }, given, "body.");
    const place = { collectionId: collection.id, environment, tenantId };
    const audit = auditedRecord(collection, place, row.id, { revision: row.revision });
    return { answer: describeRecord(scope.projectId, place, row, null), audit };
  });
};
