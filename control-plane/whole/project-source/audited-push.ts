import { auditedStep } from "../planning/audited-step.ts";
import type { Plan, Push } from "./plan/plan-source.ts";

/** An event stays readable, and smaller than a page of the audit log may be. */
const mostDetailed = 100;
const mostNamed = 2_000;

/**
 * What an audit event says about a push: of the first changes what differs, of many more their names, and how many there
 * are.
 */
export const auditedPush = ({ steps, base, appliedDigest, digest }: Plan, push: Pick<Push, "delete">) => ({
  digest,
  base,
  appliedDigest,
  delete: push.delete,
  total: steps.length,
  changes: [
    ...steps.slice(0, mostDetailed).map((step) => ({ within: step.within, ...auditedStep(step) })),
    ...steps
      .slice(mostDetailed, mostNamed)
      .map(({ kind, name, within, change, fields }) => ({ within, kind, name, change, fields })),
  ],
});
