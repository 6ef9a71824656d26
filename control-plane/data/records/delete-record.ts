import { PublicError } from "@ferrule/contract/errors.ts";
import type { Handlers } from "../../ground/handler/handler.ts";
import { found } from "../../ground/handler/not-found.ts";
import { requireRoleIn } from "../../ground/handler/require-role-in.ts";
import { auditedRecord } from "./writing/audited-record.ts";
import { holdCollection, readCollection } from "./queries/usable-collection.ts";
import { deleteData } from "./writing/write-record.ts";

export const deleteRecord: Handlers["deleteRecord"] = async (context) => {
  const { operation, actor, scope, params, query, ifMatch } = context;
  await holdCollection(scope, params.collectionId);
  const collection = found(await readCollection(scope, query.environment, params.collectionId));
  requireRoleIn(operation, query.environment, actor);
  const wasThere = await deleteData(scope, collection, query, params.recordId, ifMatch);
  if (!wasThere) throw new PublicError("NOT_FOUND");
  return { answer: undefined, audit: auditedRecord(collection, query, params.recordId) };
};
