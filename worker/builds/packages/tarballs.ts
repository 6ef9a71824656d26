import type { LockedPackage } from "@ferrule/contract/internal/libraries.ts";
import { packageId } from "../libraries/build-libraries.ts";
import { integrityOf, sha1Of, sha512Of } from "./integrity.ts";
import { PackageProblem } from "./package-problem.ts";
import type { PackageVersion, Registry } from "./registry.ts";
import type { TarballCache } from "./tarball-cache.ts";

/** A package differs from what was locked. */
export const changedPackage = (id: string): PackageProblem =>
  new PackageProblem(
    "LIBRARY_INTEGRITY",
    `${id} is not what it was when this Library was first fetched: its tarball has another SHA-512. It is not used.`,
  );

/** Tarballs of packages, each fetched once and checked on every use. All methods throw PackageProblem. */
export interface Tarballs {
  /** The integrity from the registry's document, or computed from the tarball when the document has no SHA-512. */
  integrityIn: (name: string, version: PackageVersion, signal: AbortSignal) => Promise<string>;
  get: (locked: LockedPackage, signal: AbortSignal) => Promise<Buffer>;
}

export const createTarballs = (registry: Registry, cache: TarballCache): Tarballs => ({
  async integrityIn(name, version, signal) {
    const said = sha512Of(version.dist.integrity);
    if (said !== undefined) return said;
    const tarball = await registry.download(version, signal);
    const id = packageId(name, version.version);
    if (version.dist.shasum !== undefined && version.dist.shasum !== sha1Of(tarball)) throw changedPackage(id);
    const integrity = integrityOf(tarball);
    await cache.set(integrity, tarball);
    return integrity;
  },
  async get(locked, signal) {
    const kept = await cache.get(locked.integrity);
    if (kept !== undefined) return kept;
    const id = packageId(locked.name, locked.version);
    const version = (await registry.describe(locked.name, signal)).versions[locked.version];
    if (version === undefined) {
      throw new PackageProblem("LIBRARY_NOT_FOUND", `The npm registry no longer has ${id}.`);
    }
    const tarball = await registry.download(version, signal);
    if (integrityOf(tarball) !== locked.integrity) throw changedPackage(id);
    await cache.set(locked.integrity, tarball);
    return tarball;
  },
});
