import type { Operation } from "@ferrule/contract/operation.ts";
import { operationNames, operations } from "@ferrule/contract/operations.ts";
import { scimRoutes } from "@ferrule/contract/sign-in/scim-routes.ts";

/** What Ferrule does by itself, later than somebody asked for it. */
const afterwards = ["erasure.finish"];

/** The actions of audit events, sorted: of every operation and route of SCIM, and what Ferrule finishes by itself. */
export function auditActionList(): string {
  const audited: { audit: string | null }[] = [
    ...operationNames.map((name): Operation => operations[name]),
    ...Object.values(scimRoutes),
  ];
  const named = audited.flatMap(({ audit }) => audit ?? []);
  return [...new Set([...named, ...afterwards])]
    .toSorted()
    .map((action) => `  "${action}",`)
    .join("\n");
}
