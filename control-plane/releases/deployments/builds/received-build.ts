import type { BuiltFunction, Diagnostic } from "@ferrule/contract/internal/jobs.ts";
import { validationError } from "../../../ground/handler/validation-issues.ts";
import type { JobRow } from "../../../ground/jobs/queries/jobs.ts";
import type { InstallationScope } from "../../../ground/store/scope.ts";
import type { DeploymentError } from "../../../ground/store/tables/deployments.ts";
import type { SentBuild } from "../../../ground/store/tables/jobs.ts";
import type { Snapshot, SnapshotFunction } from "../../../ground/store/tables/snapshot.ts";
import { missingBundles } from "../queries/missing-bundles.ts";

/** A Function that the worker received, with its result. */
export interface BuiltDraft {
  drafted: SnapshotFunction;
  result: BuiltFunction;
}

/** What a worker hands in. */
export interface ReceivedBuild {
  builder: string | undefined;
  /** The contexts of the builds, by the Function's id; undefined: the worker received all. */
  contexts: ReadonlyMap<string, string> | undefined;
  built: BuiltDraft[];
  /** The Functions of the snapshot that the worker did not receive. */
  unsent: SnapshotFunction[];
}

const refuse = (message: string) => validationError([{ path: "body.result.functions", message }]);

/** The Functions that the worker received, with the contexts of their builds; undefined: all of them. */
function sentOf(job: Pick<JobRow, "payload">): Pick<ReceivedBuild, "builder" | "contexts"> {
  const { builder, sent = {} } = job.payload as SentBuild;
  if (builder === undefined) return { builder, contexts: undefined };
  const entries = Object.entries(sent).flatMap(([context, ids]) => ids.map((id) => [id, context] as const));
  return { builder, contexts: new Map(entries) };
}

/** Each Function that the worker received with its result, in the snapshot's order. */
function pairUp(sent: readonly SnapshotFunction[], functions: readonly BuiltFunction[]): BuiltDraft[] {
  const results = new Map(functions.map((result) => [result.id, result]));
  if (results.size !== functions.length || results.size !== sent.length)
    throw refuse("must hold one result for each Function of the build");
  return sent.map((drafted) => {
    const result = results.get(drafted.id);
    if (!result) throw refuse(`lacks the result of ${drafted.id}`);
    if (result.valid && result.bundleDigest === null) throw refuse(`lacks the bundle of ${drafted.id}`);
    return { drafted, result };
  });
}

/**
 * Matches a build's results with what its worker received.
 * @throws PublicError VALIDATION_ERROR when they do not belong to this build
 */
export function receiveBuild(
  job: Pick<JobRow, "payload">,
  snapshot: Snapshot,
  functions: readonly BuiltFunction[],
): ReceivedBuild {
  const { builder, contexts } = sentOf(job);
  const wasSent = ({ id }: SnapshotFunction) => contexts?.has(id) !== false;
  return {
    builder,
    contexts,
    built: pairUp(snapshot.functions.filter(wasSent), functions),
    unsent: snapshot.functions.filter((drafted) => !wasSent(drafted)),
  };
}

/** @throws PublicError VALIDATION_ERROR when the worker has not uploaded a bundle */
export async function requireBundles(scope: InstallationScope, built: readonly BuiltDraft[]): Promise<void> {
  const missing = await missingBundles(
    scope,
    built.flatMap(({ result }) => result.bundleDigest ?? []),
  );
  if (missing.length > 0) throw refuse(`needs bundles that were not uploaded: ${missing.join(", ")}`);
}

const first = ({ diagnostics }: BuiltFunction): Diagnostic | undefined =>
  diagnostics.find(({ severity }) => severity === "error") ?? diagnostics[0];

function buildError(slug: string, built: BuiltFunction): DeploymentError {
  const diagnostic = first(built);
  return {
    code: diagnostic?.code ?? "BUILD_FAILED",
    step: "build",
    message: `Function ${slug}: ${diagnostic?.message ?? "it could not be built."}`,
    file: `${slug}.ts`,
    line: diagnostic?.line ?? null,
  };
}

const libraryError = (name: string): DeploymentError => ({
  code: "LIBRARY_INTEGRITY",
  step: "build",
  message: `Library ${name} was fetched by two builds at once, which got different packages. Deploy again.`,
  file: null,
  line: null,
});

/**
 * Why a build failed; null when it did not.
 * @param differing Libraries that two builds fetched for the first time at once, where the other build's lock was kept.
 * A deployment must not contain a Library that no lock covers.
 */
export function errorOf(built: readonly BuiltDraft[], differing: readonly string[]): DeploymentError | null {
  if (differing[0] !== undefined) return libraryError(differing[0]);
  const invalid = built.find(({ result }) => !result.valid);
  return invalid === undefined ? null : buildError(invalid.drafted.slug, invalid.result);
}
