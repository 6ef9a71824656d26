import type { LockedPackage, PackageLock } from "@ferrule/contract/internal/libraries.ts";
import { maxSatisfying, satisfies, valid, validRange } from "semver";
import { packageId } from "../libraries/build-libraries.ts";
import { PackageProblem } from "./package-problem.ts";
import type { PackageVersion, Packument } from "./registry.ts";

/** The lock format has the same limit. */
const maxPackages = 300;

export interface LockSource {
  describe: (name: string) => Promise<Packument>;
  /** The SHA-512 of this version's tarball, from the registry or computed from the tarball. */
  integrityOf: (name: string, version: PackageVersion) => Promise<string>;
}

/** What a version requires: its dependencies, and its peers that are not optional. */
function requirementsOf(version: PackageVersion): [name: string, range: string][] {
  const { dependencies = {}, optionalDependencies = {}, peerDependencies = {}, peerDependenciesMeta = {} } = version;
  const peers = Object.entries(peerDependencies).filter(([name]) => peerDependenciesMeta[name]?.optional !== true);
  const wanted = { ...Object.fromEntries(peers), ...dependencies };
  return Object.entries(wanted)
    .filter(([name]) => !(name in optionalDependencies))
    .sort(([a], [b]) => (a < b ? -1 : 1));
}

/** `npm:other@^1.0.0`: a registry package of another name (npm, package.json, Aliases). */
const aliased = /^npm:((?:@[a-z0-9._~-]{1,214}\/)?[a-z0-9._~-]{1,214})@([^@]{1,100})$/i;

/** Accepts a range or a tag. Anything else (git, an address) is not from the registry. */
function requireRange(name: string, range: string, by: string): void {
  if (validRange(range) !== null || /^[A-Za-z][A-Za-z0-9._-]*$/.test(range)) return;
  const message = `${by} depends on "${name}" from "${range.slice(0, 100)}", and a Library takes packages of the npm registry only.`;
  throw new PackageProblem("LIBRARY_DEPENDENCIES", message);
}

/** Chooses as npm does: the version tagged `latest` if it fits, otherwise the newest that does. */
function choose(name: string, range: string, known: Packument, by: string): PackageVersion {
  const { latest } = known["dist-tags"];
  const fits = latest !== undefined && satisfies(latest, range) && known.versions[latest] !== undefined;
  const chosen = known["dist-tags"][range] ?? (fits ? latest : maxSatisfying(Object.keys(known.versions), range));
  const version = chosen === null || chosen === undefined ? undefined : known.versions[chosen];
  if (version === undefined) {
    throw new PackageProblem("LIBRARY_DEPENDENCIES", `${by} depends on "${name}" ${range}, which is not published.`);
  }
  return version;
}

/**
 * Resolves one exact version and everything it depends on to exact versions with their integrity. Each dependency is
 * resolved by itself: no package sees one that it did not ask for. The same documents give the same lock.
 * @throws PackageProblem
 */
export async function resolveLock(root: { name: string; version: string }, source: LockSource): Promise<PackageLock> {
  const found = new Map<string, LockedPackage>();

  async function visit(name: string, version: PackageVersion): Promise<void> {
    const id = packageId(name, version.version);
    if (found.has(id)) return;
    if (found.size >= maxPackages) {
      const message = `${packageId(root.name, root.version)} needs more than ${maxPackages} packages, more than a Library may have.`;
      throw new PackageProblem("LIBRARY_DEPENDENCIES", message);
    }
    const locked: LockedPackage = {
      name,
      version: version.version,
      integrity: await source.integrityOf(name, version),
      dependencies: {},
    };
    found.set(id, locked);
    for (const [dependency, wanted] of requirementsOf(version)) {
      const [, other = dependency, range = wanted] = aliased.exec(wanted) ?? [];
      requireRange(dependency, range, id);
      const chosen = choose(other, range, await source.describe(other), id);
      locked.dependencies[dependency] = other === dependency ? chosen.version : `npm:${other}@${chosen.version}`;
      await visit(other, chosen);
    }
  }

  const known = await source.describe(root.name);
  const version = valid(root.version) === null ? undefined : known.versions[root.version];
  if (version === undefined) {
    const message = `The npm registry has no version ${root.version} of "${root.name}".`;
    throw new PackageProblem("LIBRARY_NOT_FOUND", message);
  }
  await visit(root.name, version);
  const [first, ...others] = found.values();
  if (first === undefined) throw new Error("a lock begins with its own package");
  const byId = (one: LockedPackage) => packageId(one.name, one.version);
  return [first, ...others.sort((a, b) => (byId(a) < byId(b) ? -1 : 1))];
}
