import type { LockedPackage, PackageLock } from "@ferrule/contract/internal/libraries.ts";
import { maxSatisfying, satisfies, validRange } from "semver";
import { packageId } from "../libraries/build-libraries.ts";
import { isPackageName, longestVersion, shown } from "./package-names.ts";
import { PackageProblem } from "../libraries/package-problem.ts";
import { type PackageVersion, type Packument, readVersion } from "./packument.ts";

/** The lock format has the same limit. */
const maxPackages = 300;
/** Characters. The longest ranges of well-known packages have about 200. */
const longestRange = 1_000;
/** Characters of a lock as JSON. One of 100 packages has 30,000. */
const longestLock = 512 * 1_024;

export interface LockSource {
  describe: (name: string) => Promise<Packument>;
  /** The SHA-512 of this version's tarball, from the registry or computed from the tarball. */
  integrityOf: (name: string, version: PackageVersion) => Promise<string>;
}

const refuse = (message: string) => new PackageProblem("LIBRARY_DEPENDENCIES", message);

/** The requirements of a version: its dependencies, and its peers except the optional ones. */
function requirementsOf(version: PackageVersion): [name: string, range: string][] {
  const { dependencies, optionalDependencies, peerDependencies } = version;
  const optional = new Set(version.optionalPeers);
  const peers = Object.entries(peerDependencies).filter(([name]) => !optional.has(name));
  const wanted = { ...Object.fromEntries(peers), ...dependencies };
  return Object.entries(wanted)
    .filter(([name]) => !Object.hasOwn(optionalDependencies, name))
    .sort(([a], [b]) => (a < b ? -1 : 1));
}

/** `npm:other@^1.0.0`: a registry package of another name (npm, package.json, Aliases). */
const aliased = /^npm:((?:@[a-z0-9._~-]{1,214}\/)?[a-z0-9._~-]{1,214})@([^@]+)$/i;

/**
 * Reads the name of a package, and a range or a tag. Anything else (git, an address) does not come from the registry.
 */
function requireReadable(name: string, range: string, by: string): void {
  if (!isPackageName(name)) throw refuse(`${by} depends on "${shown(name)}", which is not the name of a package.`);
  if (range.length > longestRange) {
    const length = `a range of ${range.length} characters ("${shown(range)}")`;
    throw refuse(`${by} depends on "${name}" in ${length}, and at most ${longestRange} are read.`);
  }
  if (validRange(range) !== null || /^[A-Za-z][A-Za-z0-9._-]*$/.test(range)) return;
  const where = `from "${shown(range)}", and a Library takes packages of the npm registry only`;
  throw refuse(`${by} depends on "${name}" ${where}.`);
}

/** Chooses like npm: the version tagged `latest` if it fits, otherwise the newest version that fits. */
function choose(name: string, range: string, known: Packument, by: string): PackageVersion {
  const { tags, versions } = known;
  const tagged = (tag: string) => {
    const version = Object.hasOwn(tags, tag) ? tags[tag] : undefined;
    return typeof version === "string" && Object.hasOwn(versions, version) ? version : undefined;
  };
  const latest = tagged("latest");
  const fits = latest !== undefined && satisfies(latest, range);
  const published = () => Object.keys(versions).filter((version) => version.length <= longestVersion);
  const chosen = tagged(range) ?? (fits ? latest : maxSatisfying(published(), range));
  const version = chosen === null || chosen === undefined ? undefined : readVersion(known, name, chosen);
  if (version === undefined) throw refuse(`${by} depends on "${name}" ${shown(range)}, which is not published.`);
  return version;
}

/**
 * Resolves one exact version and all its dependencies to exact versions with their integrity. It resolves each
 * dependency separately: no package sees one that it did not request. The same documents give the same lock.
 * @throws PackageProblem
 */
export async function resolveLock(root: { name: string; version: string }, source: LockSource): Promise<PackageLock> {
  const found = new Map<string, LockedPackage>();
  const rootId = packageId(root.name, root.version);

  async function visit(name: string, version: PackageVersion): Promise<void> {
    const id = packageId(name, version.version);
    if (found.has(id)) return;
    const requirements = requirementsOf(version);
    if (found.size >= maxPackages || requirements.length > maxPackages)
      throw refuse(`${rootId} needs more than ${maxPackages} packages, more than a Library may have.`);
    const locked: LockedPackage = {
      name,
      version: version.version,
      integrity: await source.integrityOf(name, version),
      dependencies: {},
    };
    found.set(id, locked);
    for (const [dependency, wanted] of requirements) {
      const [, other = dependency, range = wanted] = aliased.exec(wanted) ?? [];
      requireReadable(dependency, range, id);
      const chosen = choose(other, range, await source.describe(other), id);
      locked.dependencies[dependency] = other === dependency ? chosen.version : `npm:${other}@${chosen.version}`;
      await visit(other, chosen);
    }
  }

  const version = readVersion(await source.describe(root.name), root.name, root.version);
  if (version === undefined) {
    const message = `The npm registry has no version ${shown(root.version)} of "${shown(root.name)}".`;
    throw new PackageProblem("LIBRARY_NOT_FOUND", message);
  }
  await visit(root.name, version);
  const [first, ...others] = found.values();
  if (first === undefined) throw new Error("the first package of a lock must be the Library's own");
  const byId = (one: LockedPackage) => packageId(one.name, one.version);
  const lock: PackageLock = [first, ...others.sort((a, b) => (byId(a) < byId(b) ? -1 : 1))];
  if (JSON.stringify(lock).length > longestLock)
    throw refuse(`The packages of ${rootId} depend on each other in more ways than a Library may have.`);
  return lock;
}
