import type { BuildFunction, Diagnostic } from "@ferrule/contract/internal/jobs.ts";
import type { BuildLibrary, NpmLibrary, PackageLock, ResolvedLibrary } from "@ferrule/contract/internal/libraries.ts";
import type { Log } from "@ferrule/kit/log.ts";
import { PackageProblem } from "../libraries/package-problem.ts";
import { holdTarballs, type PackageStore } from "./package-store.ts";
import type { ReadPackages } from "./package-reader.ts";
import { packageId } from "../libraries/build-libraries.ts";
import { libraryDiagnostic } from "../libraries/library-diagnostic.ts";
import type { SentLibraries, SentPackage } from "../libraries/sent-libraries.ts";
import { usedLibraries } from "./used-libraries.ts";

/** The Libraries of a Function in the form of a request, with the bytes that go with it: each tarball once. */
export interface LoadedLibraries {
  libraries: SentLibraries;
  blobs: Uint8Array[];
}

/** One Function's Libraries, before we load any of them. */
export interface PreparedLibraries {
  /**
   * Equal Libraries have the same key, which is part of the key of the build's result. Null: the Function imports no
   * Library.
   */
  identity: unknown;
  /**
   * Returns the Libraries for the build processes, undefined if there are none, or the reason why they are not
   * available.
   */
  load: () => Promise<LoadedLibraries | Diagnostic | undefined>;
}

export interface LibraryPreparation {
  of: (one: BuildFunction) => Promise<PreparedLibraries | Diagnostic>;
  /** The Libraries whose packages this build was the first to fetch. */
  resolved: () => ResolvedLibrary[];
}

/** The build processes get all Libraries of one Function at once. */
const maxTarballsOfFunction = 64 * 1_048_576;

const isDiagnostic = (value: object): value is Diagnostic => "severity" in value;

interface Means {
  store: PackageStore;
  /** Lets a build process read the registry's texts. */
  read: ReadPackages;
  signal: AbortSignal;
  log: Log;
}

/** The locks and packages of a build's Libraries. A lock is requested once, however many Functions use it. */
function createPackageSource({ store, read, signal, log }: Means) {
  const locks = new Map<string, Promise<PackageLock>>();
  const resolved = new Map<string, ResolvedLibrary>();
  const held = holdTarballs();

  async function findLock(library: NpmLibrary): Promise<PackageLock> {
    const lock = await store.lockOf(library, { read, signal });
    if (library.lock === null) resolved.set(library.id, { id: library.id, revision: library.revision, lock });
    return lock;
  }

  return {
    resolved: () => [...resolved.values()],
    lockOf(library: NpmLibrary): Promise<PackageLock> {
      const asked = locks.get(library.id) ?? findLock(library);
      locks.set(library.id, asked);
      return asked;
    },
    packagesOf: (lock: PackageLock) => store.packagesOf(lock, { read, held, signal }),
    /** The Libraries, or why the Function cannot have them. */
    async orDiagnostic<T>(one: BuildFunction, library: NpmLibrary, answer: Promise<T>): Promise<T | Diagnostic> {
      try {
        return await answer;
      } catch (error) {
        if (!(error instanceof PackageProblem)) throw error;
        log.warn({ err: error, package: library.package, version: library.version }, "a Library could not be had");
        return libraryDiagnostic({ library: library.package, problem: error }, one.source);
      }
    },
  };
}

type PackageSource = ReturnType<typeof createPackageSource>;

/** Loads the Libraries of one Function, within the limit for its build processes. */
async function loadLibraries(
  one: BuildFunction,
  sources: SentLibraries["sources"],
  locked: readonly [NpmLibrary, PackageLock][],
  from: PackageSource,
): Promise<LoadedLibraries | Diagnostic> {
  const libraries: SentLibraries = { sources, roots: {}, packages: {} };
  const blobs: Uint8Array[] = [];
  const add = (id: string, { tarball, ...about }: SentPackage) => {
    if (libraries.packages[id] === undefined) libraries.packages[id] = { ...about, tarball: blobs.push(tarball) - 1 };
  };
  for (const [library, lock] of locked) {
    const packages = await from.orDiagnostic(one, library, from.packagesOf(lock));
    if (isDiagnostic(packages)) return packages;
    for (const [id, sent] of Object.entries(packages)) add(id, sent);
    libraries.roots[library.package] = packageId(library.package, library.version);
    if (blobs.reduce((sum, { length }) => sum + length, 0) > maxTarballsOfFunction) {
      const message = `its Libraries have tarballs of more than ${maxTarballsOfFunction / 1_048_576} MiB together, more than one Function may have.`;
      const problem = new PackageProblem("LIBRARY_TOO_LARGE", message);
      return libraryDiagnostic({ library: library.package, problem }, one.source);
    }
  }
  return { libraries, blobs };
}

/**
 * Prepares the Libraries of one build. Each is resolved and fetched once, however many Functions use it. If a Library
 * is not available, the Functions that import it get a diagnostic, and no others do.
 */
export function prepareLibraries(all: readonly BuildLibrary[], means: Means): LibraryPreparation {
  const from = createPackageSource(means);
  return {
    resolved: from.resolved,
    async of(one) {
      const used = usedLibraries(one, all);
      if (used.sources.length + used.packages.length === 0) return { identity: null, load: async () => undefined };
      const locked: [NpmLibrary, PackageLock][] = [];
      for (const library of used.packages) {
        const lock = await from.orDiagnostic(one, library, from.lockOf(library));
        if (isDiagnostic(lock)) return lock;
        locked.push([library, lock]);
      }
      const sources = Object.fromEntries(used.sources.map(({ name, source }) => [name, source]));
      return {
        identity: { sources, locks: locked.map(([library, lock]) => [library.package, lock]) },
        load: () => loadLibraries(one, sources, locked, from),
      };
    },
  };
}
