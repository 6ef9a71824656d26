import { auditedChanges } from "../../ground/handler/audited-changes.ts";
import type { AuditTarget } from "../../ground/handler/handler.ts";
import type { SecretRow } from "./queries/secrets.ts";

const told = ({ name, environment, version, fingerprint }: SecretRow) => ({ name, environment, version, fingerprint });

/** What an audit event says about a secret: its place and version, never its value. */
export const auditedSecret = (before: SecretRow | null, after: SecretRow | null, more: object = {}): AuditTarget => ({
  kind: "secret",
  id: (after ?? before)?.id ?? null,
  name: (after ?? before)?.name ?? null,
  changes: {
    environment: (after ?? before)?.environment,
    ...auditedChanges(before && told(before), after && told(after)),
    ...more,
  },
});
