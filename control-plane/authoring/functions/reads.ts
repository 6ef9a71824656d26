import { resourceFrom } from "@ferrule/contract/resource-fields.ts";
import { functionVersion, functionVersionDetail } from "@ferrule/contract/resources/function.ts";
import type { Handlers } from "../../ground/handler/handler.ts";
import { found } from "../../ground/handler/not-found.ts";
import { decodeCursor, toPage } from "../../ground/handler/page.ts";
import { activeIn, authorOf } from "./describe-version.ts";
import { findFunction, listRevisionRows, findRevision } from "./queries/functions.ts";
import { findServed } from "./queries/served-revisions.ts";
import { describeFunction } from "./describe-functions.ts";

/** Every saved revision, newest first, with its author, its time and the environments that serve it. */
export const listFunctionVersions: Handlers["listFunctionVersions"] = async ({ scope, params, query }) => {
  const list = `function-versions:${scope.projectId}:${params.functionId}`;
  const before = decodeCursor(query.cursor, list)?.[0];
  const [row, rows, served] = await Promise.all([
    findFunction(scope, params.functionId),
    listRevisionRows(scope, params.functionId, query.limit, before === undefined ? undefined : Number(before) || 0),
    findServed(scope, params.functionId),
  ]);
  found(row);
  const page = toPage(rows, query.limit, list, ({ revision }) => [String(revision)]);
  const items = page.items.map((saved) =>
    resourceFrom(functionVersion, saved, { createdBy: authorOf(saved), activeIn: activeIn(served, saved.revision) }),
  );
  return { items, nextCursor: page.nextCursor };
};

/** PostgreSQL's `integer` ends around here; no revision is larger. */
const revisionPattern = /^[1-9]\d{0,8}$/;

/** One saved revision with its source. */
export const getFunctionVersion: Handlers["getFunctionVersion"] = async ({ scope, params }) => {
  const revision = revisionPattern.test(params.revision) ? Number(params.revision) : 0;
  const [saved, served] = await Promise.all([
    findRevision(scope, params.functionId, revision),
    findServed(scope, params.functionId),
  ]);
  const row = found(saved);
  return resourceFrom(functionVersionDetail, row, {
    createdBy: authorOf(row),
    activeIn: activeIn(served, row.revision),
  });
};

/** One Function with its source. */
export const getFunction: Handlers["getFunction"] = async ({ scope, params: { functionId } }) => {
  const [row, served] = await Promise.all([findFunction(scope, functionId), findServed(scope, functionId)]);
  return describeFunction(found(row), served);
};
