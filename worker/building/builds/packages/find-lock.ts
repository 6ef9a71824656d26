import type { PackageLock } from "@ferrule/contract/internal/libraries.ts";
import type { PackageAnswer, PackageRequest } from "./package-messages.ts";
import { isPackageName } from "./package-names.ts";
import { PackageProblem } from "../libraries/package-problem.ts";
import type { ReadPackages } from "./package-reader.ts";
import type { Registry } from "./registry.ts";
import type { Tarballs } from "./tarballs.ts";

interface LockMeans {
  read: ReadPackages;
  registry: Registry;
  tarballs: Tarballs;
  signal: AbortSignal;
}

/** More steps than the largest lock needs: a document and an integrity for each package, and some documents again. */
const mostSteps = 1_500;
/** How often to start again after a process ended for another reason than this package. */
const mostTries = 3;

let resolutions = 0;

const unreadable = (name: string) =>
  new PackageProblem("LIBRARY_UNREADABLE", `The npm registry's metadata of "${name}" cannot be read.`);

/**
 * Gives the process the things that it needs, step by step. Undefined when the process no longer knows the resolution.
 */
async function findOnce(of: { name: string; version: string }, means: LockMeans): Promise<PackageLock | undefined> {
  const { read, registry, tarballs, signal } = means;
  const resolution = (resolutions += 1);
  let request: PackageRequest = { resolution, of };
  let bytes: Uint8Array | undefined;
  for (let step = 0; step < mostSteps; step += 1) {
    const answer: PackageAnswer = await read(request, bytes);
    bytes = undefined;
    if ("lock" in answer) return answer.lock;
    if ("lost" in answer) return undefined;
    if ("problem" in answer) throw new PackageProblem(answer.problem.code, answer.problem.message);
    if ("document" in answer && isPackageName(answer.document)) {
      bytes = await registry.document(answer.document, signal);
      request = { resolution, given: {} };
    } else if ("integrityOf" in answer) {
      request = { resolution, given: { integrity: await tarballs.integrityOf(answer.integrityOf, signal) } };
    } else break;
  }
  throw unreadable(of.name);
}

/** Resolves a package and all its dependencies. @throws PackageProblem, or the signal's reason */
export async function findLock(of: { name: string; version: string }, means: LockMeans): Promise<PackageLock> {
  for (let tries = 0; tries < mostTries; tries += 1) {
    const lock = await findOnce(of, means);
    if (lock !== undefined) return lock;
  }
  throw unreadable(of.name);
}
