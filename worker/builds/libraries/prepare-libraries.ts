import type { BuildFunction, Diagnostic } from "@ferrule/contract/internal/jobs.ts";
import type { BuildLibrary, NpmLibrary, PackageLock, ResolvedLibrary } from "@ferrule/contract/internal/libraries.ts";
import type { Log } from "@ferrule/kit/log.ts";
import { PackageProblem } from "../packages/package-problem.ts";
import type { PackageStore } from "../packages/package-store.ts";
import { type BuildLibraries, type BuildPackage, packageId } from "./build-libraries.ts";
import { linkPeers } from "./link-peers.ts";
import { usedLibraries } from "./used-libraries.ts";

/** One Function's Libraries before any of them is loaded. */
export interface PreparedLibraries {
  /** Equal for equal Libraries, and part of the key of the build's result. Null: the Function imports none. */
  identity: unknown;
  /** Returns what the build processes get, undefined when there is none, or why it is not available. */
  load: () => Promise<BuildLibraries | Diagnostic | undefined>;
}

export interface LibraryPreparation {
  of: (one: BuildFunction) => Promise<PreparedLibraries | Diagnostic>;
  /** The Libraries whose packages were fetched for the first time. */
  resolved: () => ResolvedLibrary[];
}

/** All Libraries of one Function are sent to its build processes at once. */
const maxTextOfFunction = 64 * 1_048_576;

function textLength({ packages }: BuildLibraries): number {
  let length = 0;
  for (const { files } of Object.values(packages)) for (const text of Object.values(files)) length += text.length;
  return length;
}

/** Reported at the first line that names the package. */
function diagnosticOf(error: PackageProblem, { source }: BuildFunction, library: NpmLibrary): Diagnostic {
  const lines = source.split("\n");
  const index = lines.findIndex((line) => /["']/.test(line) && line.includes(library.package));
  const line = Math.max(0, index);
  const column = index < 0 ? 0 : (lines[index] ?? "").indexOf(library.package);
  const message = `Library "${library.package}": ${error.message}`;
  return { severity: "error", code: error.code, message, line: line + 1, column: column + 1 };
}

const isDiagnostic = (value: object): value is Diagnostic => "severity" in value;

interface Means {
  store: PackageStore;
  signal: AbortSignal;
  log: Log;
}

/** The locks and packages of a build's Libraries. Each is requested once, however many Functions use it. */
function createPackageSource({ store, signal, log }: Means) {
  const locks = new Map<string, Promise<PackageLock>>();
  const packages = new Map<string, Promise<Record<string, BuildPackage>>>();
  const resolved = new Map<string, ResolvedLibrary>();

  const once = <T>(known: Map<string, Promise<T>>, key: string, make: () => Promise<T>): Promise<T> => {
    const made = known.get(key) ?? make();
    known.set(key, made);
    return made;
  };

  return {
    resolved: () => [...resolved.values()],
    lockOf: (library: NpmLibrary) =>
      once(locks, library.id, async () => {
        const lock = await store.lockOf(library, signal);
        if (library.lock === null) resolved.set(library.id, { id: library.id, revision: library.revision, lock });
        return lock;
      }),
    packagesOf: (library: NpmLibrary, lock: PackageLock) =>
      once(packages, library.id, () => store.packagesOf(lock, signal)),
    /** The answer, or why the Function cannot have it. */
    async orDiagnostic<T>(one: BuildFunction, library: NpmLibrary, answer: Promise<T>): Promise<T | Diagnostic> {
      try {
        return await answer;
      } catch (error) {
        if (!(error instanceof PackageProblem)) throw error;
        log.warn({ err: error, package: library.package, version: library.version }, "a Library could not be had");
        return diagnosticOf(error, one, library);
      }
    },
  };
}

type PackageSource = ReturnType<typeof createPackageSource>;

/** Loads what one Function imports, up to the limit of what its build processes are sent. */
async function loadLibraries(
  one: BuildFunction,
  sources: BuildLibraries["sources"],
  locked: readonly [NpmLibrary, PackageLock][],
  from: PackageSource,
): Promise<BuildLibraries | Diagnostic> {
  const loaded: BuildLibraries = { sources, roots: {}, packages: {} };
  for (const [library, lock] of locked) {
    const files = await from.orDiagnostic(one, library, from.packagesOf(library, lock));
    if (isDiagnostic(files)) return files;
    Object.assign(loaded.packages, files);
    loaded.roots[library.package] = packageId(library.package, library.version);
  }
  if (textLength(loaded) > maxTextOfFunction) {
    const message = `its Libraries have more than ${maxTextOfFunction / 1_048_576} MiB of text together, more than one Function may have.`;
    return diagnosticOf(new PackageProblem("LIBRARY_TOO_LARGE", message), one, locked.at(-1)![0]);
  }
  return linkPeers(loaded);
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
