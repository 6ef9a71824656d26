import { createHash } from "node:crypto";
import { auditedRow } from "../../ground/handler/audited-changes.ts";
import type { LibraryRow } from "./queries.ts";

const told = ({ name, kind, version, source, package: packageName, integrity }: LibraryRow) => ({
  name,
  kind,
  version,
  source: source === null ? null : `sha256:${createHash("sha256").update(source).digest("hex")}`,
  package: packageName,
  integrity,
});

/** What an audit event says about a change to a Library. */
export const auditedLibrary = auditedRow("library", told);
