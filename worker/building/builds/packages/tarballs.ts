import type { LockedPackage } from "@ferrule/contract/internal/libraries.ts";
import { packageId } from "../libraries/build-libraries.ts";
import { integrityOf, sha1Of } from "./integrity.ts";
import type { NamedTarball } from "./package-messages.ts";
import { PackageProblem } from "../libraries/package-problem.ts";
import type { ReadPackages } from "./package-reader.ts";
import type { Registry } from "./registry.ts";
import type { TarballCache } from "./tarball-cache.ts";

/** The problem of a package that differs from the lock. */
export const changedPackage = (id: string): PackageProblem =>
  new PackageProblem(
    "LIBRARY_INTEGRITY",
    `${id} is not what it was when this Library was first fetched: its tarball has another SHA-512. It is not used.`,
  );

/** Tarballs of packages, each fetched once and checked at every use. All methods throw PackageProblem. */
export interface Tarballs {
  /** The integrity of a tarball whose document has no SHA-512. */
  integrityOf: (named: NamedTarball, signal: AbortSignal) => Promise<string>;
  get: (locked: LockedPackage, read: ReadPackages, signal: AbortSignal) => Promise<Buffer>;
}

export const createTarballs = (registry: Registry, cache: TarballCache): Tarballs => ({
  async integrityOf({ name, version, tarball: address, shasum }, signal) {
    const tarball = await registry.download(address, signal);
    if (shasum !== undefined && shasum !== (await sha1Of(tarball))) throw changedPackage(packageId(name, version));
    const integrity = await integrityOf(tarball);
    await cache.set(integrity, tarball);
    return integrity;
  },
  async get({ name, version, integrity }, read, signal) {
    const kept = await cache.get(integrity);
    if (kept !== undefined) return kept;
    const id = packageId(name, version);
    const named = await read({ locate: { name, version } }, await registry.document(name, signal));
    if ("problem" in named) throw new PackageProblem(named.problem.code, named.problem.message);
    if (!("tarball" in named))
      throw new PackageProblem("LIBRARY_UNREADABLE", `The npm registry's metadata of ${id} cannot be read.`);
    const tarball = await registry.download(named.tarball, signal);
    if ((await integrityOf(tarball)) !== integrity) throw changedPackage(id);
    await cache.set(integrity, tarball);
    return tarball;
  },
});
