import type { Environment } from "@ferrule/contract/states.ts";
import type { AuditTarget } from "../../../ground/handler/handler.ts";

/** The part of an audit event about the runs of a Function in an environment. */
export const auditedPause = (
  { id, slug }: { id: string; slug: string },
  environment: Environment,
  [before, after]: [boolean, boolean],
): AuditTarget => ({
  kind: "function",
  id,
  name: slug,
  changes: { environment, before: { paused: before }, after: { paused: after } },
});
