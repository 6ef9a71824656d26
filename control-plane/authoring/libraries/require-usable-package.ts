import { sharedNow } from "@ferrule/kit/shared-time.ts";
import { PublicError } from "@ferrule/contract/errors.ts";
import type { BuildFunction, Diagnostic } from "@ferrule/contract/internal/jobs.ts";
import type { NpmLibrary } from "@ferrule/contract/internal/libraries.ts";
import { noPermissions } from "@ferrule/contract/internal/permissions.ts";
import { whyPackageRefused } from "@ferrule/contract/refused-packages.ts";
import type { App } from "../../ground/app.ts";
import { validationError } from "../../ground/handler/validation-issues.ts";
import { JobCancelled, runJob } from "../../ground/jobs/run-job.ts";
import { listWorkerRows } from "../../ground/workers/queries.ts";

/** A large package with a hundred dependencies takes this long at first; a build reports the rest. */
const timeoutMs = 20_000;
const workerFreshMs = 60_000;

interface Place {
  projectId: string;
  signal: AbortSignal;
  /** The field of the request that names the package. */
  field: string;
}

/**
 * The errors because of which no Function can use a package, whatever it imports from it. An unreachable registry is
 * not among them.
 */
const finalCodes = new Set([
  "MODULE_REFUSED",
  "LIBRARY_REFUSED",
  "LIBRARY_UNSAFE",
  "LIBRARY_TOO_LARGE",
  "LIBRARY_DEPENDENCIES",
  "LIBRARY_UNREADABLE",
  "LIBRARY_NOT_FOUND",
  "LIBRARY_INTEGRITY",
]);
const isFinal = ({ code, severity }: Diagnostic) => severity === "error" && finalCodes.has(code);

/** A Function that imports the whole package. */
const importing = (name: string): BuildFunction => ({
  id: "fn_check",
  slug: "check",
  revision: 1,
  source: `import * as whole from ${JSON.stringify(name)};\nexport default () => Object.keys(whole as object).length;\n`,
  inputSchema: null,
  outputSchema: null,
  permissions: noPermissions,
  libraries: [name],
});

/**
 * Has a worker build a Function that imports the package, without running any of it. Refuses a package that needs
 * sockets, native code or more than a Library may have. If no worker is available, the first build reports it.
 * @throws PublicError VALIDATION_ERROR with the reason
 */
export async function requireUsablePackage(
  app: App,
  { package: name, version, integrity }: { package: string; version: string; integrity: string | null },
  { projectId, signal, field }: Place,
): Promise<void> {
  const refused = whyPackageRefused(name);
  if (refused !== undefined) throw validationError([{ path: field, message: refused }]);
  const workers = await app.store.inProject(projectId, listWorkerRows);
  if (!workers.some(({ lastSeenAt }) => sharedNow() - lastSeenAt.getTime() < workerFreshMs)) return;
  const library: NpmLibrary = {
    kind: "npm",
    id: "lib_check",
    revision: 1,
    package: name,
    version,
    integrity,
    lock: null,
  };
  const payload = { function: importing(name), libraries: [library] };
  try {
    const { function: built } = await runJob(app, { projectId, kind: "validate", payload }, { timeoutMs, signal });
    const final = built.diagnostics.find(isFinal);
    if (final !== undefined) throw validationError([{ path: field, message: final.message.slice(0, 500) }]);
  } catch (error) {
    if (signal.aborted) throw error;
    if (error instanceof JobCancelled) return;
    if (error instanceof PublicError && (error.code === "UNAVAILABLE" || error.code === "TIMEOUT")) return;
    throw error;
  }
}
