import { PackageProblem } from "../libraries/package-problem.ts";

/**
 * The registry's document about a package
 * (https://github.com/npm/registry/blob/main/docs/responses/package-metadata.md).
 */
export interface Packument {
  tags: Record<string, unknown>;
  /** Raw data, by version. Some packages have versions from npm's first years, which look different. */
  versions: Record<string, unknown>;
}

/** The fields of one version that we read. */
export interface PackageVersion {
  version: string;
  /** Ranges by package name. */
  dependencies: Record<string, string>;
  optionalDependencies: Record<string, string>;
  peerDependencies: Record<string, string>;
  optionalPeers: string[];
  /** The address of its tarball. */
  tarball: string;
  integrity: string | undefined;
  shasum: string | undefined;
}

const longestAddress = 2_048;

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const recordOf = (value: unknown): Record<string, unknown> => (isRecord(value) ? value : {});
const textOf = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined);

const unreadable = (what: string, cause?: unknown) =>
  new PackageProblem("LIBRARY_UNREADABLE", `The npm registry's metadata of ${what} cannot be read.`, cause);

/** @throws PackageProblem */
export function readPackument(document: Uint8Array, name: string): Packument {
  let read: unknown;
  try {
    read = JSON.parse(Buffer.from(document.buffer, document.byteOffset, document.byteLength).toString("utf8"));
  } catch (error) {
    throw unreadable(`package "${name}"`, error);
  }
  const { "dist-tags": tags, versions } = recordOf(read);
  if (!isRecord(versions)) throw unreadable(`package "${name}"`);
  return { tags: recordOf(tags), versions };
}

/** `["a", "b@>=1"]`: the form of package.json before npm 1. */
const fromList = (list: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    list.map((one) => {
      const [, name = one, range = ""] = /^(@?[^@\s<>=~^]+)@?\s*(.*)$/s.exec(one.trim()) ?? [];
      return [name, range];
    }),
  );

function rangesOf(value: unknown, what: string): Record<string, string> {
  if (Array.isArray(value) && value.every((one) => typeof one === "string")) return fromList(value);
  if (!isRecord(value)) {
    if (value === undefined || value === null || value === false || value === "") return {};
    throw unreadable(`the dependencies of ${what}`);
  }
  for (const range of Object.values(value))
    if (typeof range !== "string") throw unreadable(`the dependencies of ${what}`);
  return value as Record<string, string>;
}

/**
 * Reads the fields that we need of one version. Undefined when the package has no such version.
 * @throws PackageProblem
 */
export function readVersion({ versions }: Packument, name: string, version: string): PackageVersion | undefined {
  if (!Object.hasOwn(versions, version)) return undefined;
  const what = `${name}@${version}`;
  const one = recordOf(versions[version]);
  const { tarball, integrity, shasum } = recordOf(one["dist"]);
  if (typeof tarball !== "string" || tarball.length > longestAddress) throw unreadable(what);
  const meta = Object.entries(recordOf(one["peerDependenciesMeta"]));
  return {
    version,
    dependencies: rangesOf(one["dependencies"], what),
    optionalDependencies: rangesOf(one["optionalDependencies"], what),
    peerDependencies: rangesOf(one["peerDependencies"], what),
    optionalPeers: meta.filter(([, said]) => recordOf(said)["optional"] === true).map(([peer]) => peer),
    tarball,
    integrity: textOf(integrity),
    shasum: textOf(shasum),
  };
}
