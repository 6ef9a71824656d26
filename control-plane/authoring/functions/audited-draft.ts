import { pickFields } from "@ferrule/contract/resource-fields.ts";
import { functionDraft } from "@ferrule/contract/resources/function.ts";
import { auditedRow } from "../../ground/handler/audited-changes.ts";
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

/** What an audit event says about a change to a Function. */
export const auditedDraft = auditedRow("function", draftFields, { nameOf: ({ slug }) => slug });
