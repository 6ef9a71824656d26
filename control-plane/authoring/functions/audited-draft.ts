import { pickFields } from "@ferrule/contract/resource-fields.ts";
import { functionDraft } from "@ferrule/contract/resources/function.ts";
import type { AuditTarget } from "../../ground/handler/handler.ts";
import { auditedChanges } from "../../ground/handler/audited-changes.ts";
import { fingerprint } from "../../ground/handler/fingerprint.ts";
import type { FunctionRow } from "./queries/functions.ts";

const schemaFingerprint = (schema: unknown) => (schema === null ? null : fingerprint(JSON.stringify(schema)));

const draftFields = (row: FunctionRow) => ({
  slug: row.slug,
  ...pickFields(functionDraft, row),
  source: fingerprint(row.source),
  tests: row.tests === "" ? null : fingerprint(row.tests),
  inputSchema: schemaFingerprint(row.inputSchema),
  outputSchema: schemaFingerprint(row.outputSchema),
});

/** What an audit event says about a change to a Function; null before it is created and after it is deleted. */
export function auditedDraft(before: FunctionRow | null, after: FunctionRow | null): AuditTarget {
  const row = after ?? before;
  return {
    kind: "function",
    id: row?.id ?? null,
    name: row?.slug ?? null,
    changes: auditedChanges(before && draftFields(before), after && draftFields(after)),
  };
}
