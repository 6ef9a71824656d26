import { createHash } from "node:crypto";
import { PublicError } from "@ferrule/contract/errors.ts";
import type { BuildLibrary } from "@ferrule/contract/internal/libraries.ts";
import type { App } from "../../ground/app.ts";
import { JobCancelled, runJob } from "../../ground/jobs/run-job.ts";

/**
 * An editor waits for this. Packages that nobody has fetched yet may take longer; the next time they come from the
 * cache.
 */
const timeoutMs = 20_000;
/** Declarations are large, so the cache is limited to this many Projects' Libraries and this many characters. */
const kept = { most: 50, characters: 64_000_000 };

const known = new Map<string, string>();

function keep(key: string, text: string): void {
  known.delete(key);
  known.set(key, text);
  let characters = [...known.values()].reduce((sum, one) => sum + one.length, 0);
  for (const [oldest, { length }] of known) {
    if (known.size <= kept.most && characters <= kept.characters) break;
    known.delete(oldest);
    characters -= length;
  }
}

const importNameOf = (library: BuildLibrary) => (library.kind === "source" ? `lib/${library.name}` : library.package);

const untyped = (libraries: readonly BuildLibrary[]) =>
  libraries
    .map((library) => `/** Its types are not known yet. */\ndeclare module ${JSON.stringify(importNameOf(library))};\n`)
    .join("");

/**
 * The same key for Libraries with the same declarations. It leaves out the lock: that comes later, and does not change
 * an exact version.
 */
const keyOf = (libraries: readonly BuildLibrary[]) =>
  createHash("sha256")
    .update(
      JSON.stringify(
        libraries.map((one) => (one.kind === "source" ? [one.name, one.source] : [one.package, one.version])),
      ),
    )
    .digest("hex");

/**
 * The exports of these Libraries, as ambient modules. A worker finds them once for each content. If no worker does so
 * within 20 s, we declare them without types this time.
 */
export async function declaredLibraries(
  app: App,
  projectId: string,
  { libraries, signal }: { libraries: BuildLibrary[]; signal: AbortSignal },
): Promise<string> {
  if (libraries.length === 0) return "";
  const key = keyOf(libraries);
  const before = known.get(key);
  if (before !== undefined) {
    keep(key, before);
    return before;
  }
  try {
    const request = { projectId, kind: "declare" as const, payload: { libraries } };
    const { declarations, untyped: lacking } = await runJob(app, request, { timeoutMs, signal });
    if (lacking.length === 0) keep(key, declarations);
    return declarations;
  } catch (error) {
    if (!(error instanceof PublicError) && !(error instanceof JobCancelled)) throw error;
    return untyped(libraries);
  }
}
