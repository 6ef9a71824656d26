import { isExactVersion } from "@ferrule/contract/resources/library.ts";
import { importedLibraries } from "./imported-libraries.ts";
import type { Handlers } from "../../ground/handler/handler.ts";
import { found } from "../../ground/handler/not-found.ts";
import { requireRevision } from "../../ground/handler/require-revision.ts";
import { validationError, type Issue } from "../../ground/handler/validation-issues.ts";
import { auditedLibrary } from "./audited-library.ts";
import { describeLibrary } from "./describe-libraries.ts";
import { changeLibrary, findLibrary, lockLibrary, type LibraryContent, type LibraryRow } from "./queries.ts";
import { requireUsablePackage } from "./require-usable-package.ts";

interface Given {
  source?: string | undefined;
  version?: string | undefined;
  integrity?: string | undefined;
}

/** `1` is followed by `2`; a version that is not a number does not change. */
const nextVersion = (version: string) => (/^\d{1,9}$/.test(version) ? String(Number(version) + 1) : version);

function newSource(before: LibraryRow, { source, version, integrity }: Given): LibraryContent {
  const issues: Issue[] = [];
  if (source === undefined) issues.push({ path: "body.source", message: "must be given for a Library of kind source" });
  if (integrity !== undefined)
    issues.push({ path: "body.integrity", message: "is allowed only for a Library of kind npm" });
  if (issues.length > 0 || source === undefined) throw validationError(issues);
  const imports = importedLibraries(source);
  return { ...before, source, imports, version: version ?? nextVersion(before.version) };
}

function newPackage(before: LibraryRow, { source, version, integrity }: Given): LibraryContent {
  const issues: Issue[] = [];
  if (source !== undefined)
    issues.push({ path: "body.source", message: "is allowed only for a Library of kind source" });
  if (version === undefined || !isExactVersion(version)) {
    issues.push({ path: "body.version", message: "must be one exact version like 1.2.3 for a Library of kind npm" });
  }
  if (issues.length > 0 || version === undefined) throw validationError(issues);
  if (version === before.version && (integrity === undefined || integrity === before.integrity)) return before;
  return { ...before, version, integrity: integrity ?? null, lock: null };
}

/**
 * Gives a Library a new version. Deployments keep the version they were built with. A package version that was already
 * fetched stays locked to what was fetched.
 */
export const replaceLibrary: Handlers["replaceLibrary"] = async (context) => {
  const { app, projectId, params, body, ifMatch, signal, read, write } = context;
  const known = await read(async (scope) => found(await findLibrary(scope, params.libraryId)));
  const wanted = known.kind === "npm" ? newPackage(known, body) : null;
  if (wanted !== null && wanted.package !== null && wanted.version !== known.version) {
    const place = { projectId, signal, field: "body.version" };
    await requireUsablePackage(app, { ...wanted, package: wanted.package }, place);
  }
  return write(async (scope) => {
    const before = found(await lockLibrary(scope, params.libraryId));
    requireRevision(ifMatch, before.revision);
    const next = before.kind === "source" ? newSource(before, body) : newPackage(before, body);
    const { version, source, package: packageName, integrity, lock, imports } = next;
    const content = { version, source, package: packageName, integrity, lock, imports };
    const row = await changeLibrary(scope, before.id, content);
    return { answer: await describeLibrary(scope, row), audit: auditedLibrary(before, row) };
  });
};
