import { createHash } from "node:crypto";
import { auditedChanges } from "../../ground/handler/audited-changes.ts";
import type { AuditTarget } from "../../ground/handler/handler.ts";
import type { LibraryRow } from "./queries.ts";

const told = ({ name, kind, version, source, package: packageName, integrity }: LibraryRow) => ({
  name,
  kind,
  version,
  source: source === null ? null : `sha256:${createHash("sha256").update(source).digest("hex")}`,
  package: packageName,
  integrity,
});

/** What an audit event says about a change to a Library; null before it is created and after it is deleted. */
export const auditedLibrary = (before: LibraryRow | null, after: LibraryRow | null): AuditTarget => ({
  kind: "library",
  id: (after ?? before)?.id ?? null,
  name: (after ?? before)?.name ?? null,
  changes: auditedChanges(before && told(before), after && told(after)),
});
