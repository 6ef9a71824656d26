import { z } from "zod";

/** One package of a lock: the name and exact version to which each of its own imports leads. */
export const lockedPackage = z.strictObject({
  name: z.string().min(1).max(214),
  version: z.string().min(1).max(100),
  /** Subresource Integrity of the tarball, SHA-512: `sha512-…`. */
  integrity: z.string().regex(/^sha512-[A-Za-z0-9+/]{86}==$/, "must be sha512- and 86 characters of Base64"),
  /** The version, or `npm:<name>@<version>` when the package has another name than this one. */
  dependencies: z.record(z.string().max(214), z.string().max(330)),
});
export type LockedPackage = z.infer<typeof lockedPackage>;

/** A package with everything that it depends on; the package itself comes first, the others by name and version. */
export const packageLock = z.array(lockedPackage).min(1).max(300);
export type PackageLock = z.infer<typeof packageLock>;

/** A Library of kind `source` as a build sees it: `import … from "lib/<name>"`. */
export const sourceLibrary = z.strictObject({
  kind: z.literal("source"),
  id: z.string(),
  name: z.string(),
  /** Names that it imports itself: `lib/<name>`, or a package. */
  imports: z.array(z.string()),
  source: z.string(),
});
export type SourceLibrary = z.infer<typeof sourceLibrary>;

/** A Library of kind `npm` as a build sees it. */
export const npmLibrary = z.strictObject({
  kind: z.literal("npm"),
  id: z.string(),
  revision: z.number().int(),
  package: z.string(),
  version: z.string(),
  /** Null until the first fetch. From then on, a tarball with another integrity is refused. */
  integrity: lockedPackage.shape.integrity.nullable(),
  lock: packageLock.nullable(),
});
export type NpmLibrary = z.infer<typeof npmLibrary>;

export const buildLibrary = z.discriminatedUnion("kind", [sourceLibrary, npmLibrary]);
export type BuildLibrary = z.infer<typeof buildLibrary>;

/** The result of a worker's first fetch of a Library of kind `npm`. */
export const resolvedLibrary = z.strictObject({ id: z.string(), revision: z.number().int(), lock: packageLock });
export type ResolvedLibrary = z.infer<typeof resolvedLibrary>;
