import { auditedChanges } from "../../ground/handler/audited-changes.ts";
import { fingerprint } from "../../ground/handler/fingerprint.ts";
import type { Step, StepKind } from "./step.ts";

/** For these fields, the audit records only a fingerprint. */
const texts = new Set(["source", "tests", "inputSchema", "outputSchema", "schema", "lock", "input"]);

const told = (part: unknown): Record<string, unknown> | null =>
  part === null
    ? null
    : Object.fromEntries(
        Object.entries(part as object).map(([name, value]: [string, unknown]) => {
          if (!texts.has(name) || value === null || value === undefined) return [name, value];
          return [name, fingerprint(typeof value === "string" ? value : JSON.stringify(value))];
        }),
      );

/** The part of an import's audit event about one change: the fields that differ, before and after. */
export const auditedStep = ({ kind, name, change, fields, before, after }: Step<StepKind>) => ({
  kind,
  name,
  change,
  fields,
  ...auditedChanges(told(before), told(after)),
});
