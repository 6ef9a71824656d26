import assert from "node:assert/strict";
import { test } from "node:test";
import type { Operation } from "@ferrule/contract/operation.ts";
import { operationNames, operations } from "@ferrule/contract/operations.ts";
import { scimRoutes } from "@ferrule/contract/scim-routes.ts";
import { auditActions } from "./audit-actions.ts";

/** Things that Ferrule does by itself, some time after the request. */
const afterwards = ["erasure.finish"];

test("can be narrowed to the action of every operation and every route of SCIM that is audited, and what Ferrule finishes by itself", () => {
  const audited: { audit: string | null }[] = [
    ...operationNames.map((name): Operation => operations[name]),
    ...Object.values(scimRoutes),
  ];
  const named = audited.map(({ audit }) => audit).filter((action) => action !== null);
  assert.deepEqual(auditActions, [...new Set([...named, ...afterwards])].toSorted());
});
