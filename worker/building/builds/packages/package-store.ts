import { join } from "node:path";
import type { LockedPackage, NpmLibrary, PackageLock } from "@ferrule/contract/internal/libraries.ts";
import { whyPackageRefused } from "@ferrule/contract/refused-packages.ts";
import type { Log } from "@ferrule/kit/log.ts";
import type { Proxies } from "@ferrule/kit/network/proxies.ts";
import { LRUCache } from "lru-cache";
import { packageId } from "../libraries/build-libraries.ts";
import type { SentPackage } from "../libraries/sent-libraries.ts";
import { findLock } from "./find-lock.ts";
import { PackageProblem } from "../libraries/package-problem.ts";
import type { ReadPackages } from "./package-reader.ts";
import { createRegistry } from "./registry.ts";
import { createTarballCache } from "./tarball-cache.ts";
import { changedPackage, createTarballs } from "./tarballs.ts";

const cacheBytes = 512 * 1_048_576;
/** The most bytes of tarballs that stay in memory for the build's next Function. */
const heldBytes = 64 * 1_048_576;
/**
 * The most bytes that one Library adds to a build, because the build processes get it with each Function that uses it.
 */
const maxTarballsBytes = 64 * 1_048_576;
/** How long fetching a Library's packages may take, by the clock. */
const fetchMs = 180_000;

/** One build's tarballs, by their integrity. */
export type HeldTarballs = LRUCache<string, Buffer>;
export const holdTarballs = (): HeldTarballs =>
  new LRUCache({ maxSize: heldBytes, sizeCalculation: ({ length }) => length + 1 });

export interface StoreMeans {
  read: ReadPackages;
  held: HeldTarballs;
  signal: AbortSignal;
}

export interface PackageStore {
  /** The Library's lock, or a new one from the registry's current documents. @throws PackageProblem */
  lockOf: (library: NpmLibrary, means: Omit<StoreMeans, "held">) => Promise<PackageLock>;
  /** The packages of a lock by id, each as a tarball. @throws PackageProblem */
  packagesOf: (lock: PackageLock, means: StoreMeans) => Promise<Record<string, SentPackage>>;
}

/** The dependencies of a locked package, by the names in its imports. */
const dependenciesOf = ({ dependencies }: LockedPackage): Record<string, string> =>
  Object.fromEntries(
    Object.entries(dependencies).map(([name, exact]) => [
      name,
      exact.startsWith("npm:") ? exact.slice("npm:".length) : packageId(name, exact),
    ]),
  );

/** Limits the time that `fetch` takes. @throws PackageProblem */
async function inTime<T>(name: string, given: AbortSignal, fetch: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const limit = AbortSignal.timeout(fetchMs);
  try {
    return await fetch(AbortSignal.any([given, limit]));
  } catch (error) {
    given.throwIfAborted();
    if (!limit.aborted) throw error;
    const message = `The npm registry did not deliver "${name}" and its dependencies within ${fetchMs / 1_000} s. Try again, or ask the operator of this installation.`;
    throw new PackageProblem("LIBRARY_UNAVAILABLE", message, error);
  }
}

/**
 * Fetches packages from the registry once and keeps their tarballs. It checks a tarball's integrity at each use. This
 * process only fetches and compares; build processes read the content.
 */
export function createPackageStore(options: {
  cacheDir: string;
  registryUrl: string;
  proxies: Proxies | undefined;
  log: Log;
}): PackageStore {
  const registry = createRegistry(options.registryUrl, options.proxies);
  const folder = join(options.cacheDir, "packages");
  const cache = createTarballCache({ folder, maxBytes: cacheBytes, log: options.log });
  const tarballs = createTarballs(registry, cache);

  async function tarballOf(locked: LockedPackage, { read, held, signal }: StoreMeans): Promise<Buffer> {
    const tarball = held.get(locked.integrity) ?? (await tarballs.get(locked, read, signal));
    held.set(locked.integrity, tarball);
    return tarball;
  }

  return {
    async lockOf(library, { read, signal }) {
      const { integrity, package: name, version } = library;
      const refused = whyPackageRefused(name);
      if (refused !== undefined) throw new PackageProblem("LIBRARY_REFUSED", refused);
      const lock =
        library.lock ??
        (await inTime(name, signal, (limited) =>
          findLock({ name, version }, { read, registry, tarballs, signal: limited }),
        ));
      if (integrity !== null && lock[0]?.integrity !== integrity) throw changedPackage(packageId(name, version));
      return lock;
    },

    packagesOf: (lock, means) =>
      inTime(lock[0]?.name ?? "", means.signal, async (signal) => {
        const packages: Record<string, SentPackage> = {};
        let bytes = 0;
        for (const locked of lock) {
          const { name, version, integrity } = locked;
          const id = packageId(name, version);
          const tarball = await tarballOf(locked, { ...means, signal });
          bytes += tarball.length;
          if (bytes > maxTarballsBytes) {
            const message = `${id} and its dependencies have tarballs of more than ${maxTarballsBytes / 1_048_576} MiB, more than a Library may have.`;
            throw new PackageProblem("LIBRARY_TOO_LARGE", message);
          }
          packages[id] = { name, version, dependencies: dependenciesOf(locked), integrity, tarball };
        }
        return packages;
      }),
  };
}
