import { join } from "node:path";
import type { LockedPackage, NpmLibrary, PackageLock } from "@ferrule/contract/internal/libraries.ts";
import { whyPackageRefused } from "@ferrule/contract/refused-packages.ts";
import type { Log } from "@ferrule/kit/log.ts";
import type { Proxies } from "@ferrule/kit/proxies.ts";
import { packageId, type BuildPackage } from "../libraries/build-libraries.ts";
import { PackageProblem } from "./package-problem.ts";
import { createRegistry, type Packument } from "./registry.ts";
import { resolveLock } from "./resolve-lock.ts";
import { createTarballCache } from "./tarball-cache.ts";
import { changedPackage, createTarballs } from "./tarballs.ts";
import { unpackPackage } from "./unpack-package.ts";

const cacheBytes = 512 * 1_048_576;
/** For all that one Library brings to a build, because each Function that uses it sends it to the build processes. */
const maxTextBytes = 32 * 1_048_576;

export interface PackageStore {
  /** The Library's lock, or the one that the registry's documents give it now. @throws PackageProblem */
  lockOf: (library: NpmLibrary, signal: AbortSignal) => Promise<PackageLock>;
  /** The packages of a lock by id. @throws PackageProblem */
  packagesOf: (lock: PackageLock, signal: AbortSignal) => Promise<Record<string, BuildPackage>>;
}

/** The packages that a locked one depends on, by the names under which it imports them. */
const dependenciesOf = ({ dependencies }: LockedPackage): Record<string, string> =>
  Object.fromEntries(
    Object.entries(dependencies).map(([name, exact]) => [
      name,
      exact.startsWith("npm:") ? exact.slice("npm:".length) : packageId(name, exact),
    ]),
  );

/** Fetches packages from the registry once and keeps their tarballs. Each use checks a tarball's integrity. */
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

  return {
    async lockOf(library, signal) {
      const { integrity, version } = library;
      const refused = whyPackageRefused(library.package);
      if (refused !== undefined) throw new PackageProblem("LIBRARY_REFUSED", refused);
      const known = new Map<string, Promise<Packument>>();
      const describe = (name: string) => {
        const asked = known.get(name) ?? registry.describe(name, signal);
        known.set(name, asked);
        return asked;
      };
      const lock =
        library.lock ??
        (await resolveLock(
          { name: library.package, version },
          { describe, integrityOf: (name, one) => tarballs.integrityIn(name, one, signal) },
        ));
      if (integrity !== null && lock[0]?.integrity !== integrity)
        throw changedPackage(packageId(library.package, version));
      return lock;
    },

    async packagesOf(lock, signal) {
      const packages: Record<string, BuildPackage> = {};
      let length = 0;
      for (const locked of lock) {
        const { name, version } = locked;
        const id = packageId(name, version);
        const files = await unpackPackage(await tarballs.get(locked, signal), id);
        for (const text of Object.values(files)) length += text.length;
        if (length > maxTextBytes) {
          const message = `${id} and what comes with it have more than ${maxTextBytes / 1_048_576} MiB of text, more than a Library may have.`;
          throw new PackageProblem("LIBRARY_TOO_LARGE", message);
        }
        packages[id] = { name, version, dependencies: dependenciesOf(locked), files };
      }
      return packages;
    },
  };
}
