import { z } from "zod";

/** One package of a lock: for each of its imports, the package's name and exact version. */
export const lockedPackage = z.strictObject({
  name: z.string().min(1).max(214),
  version: z.string().min(1).max(100),
  /** Subresource Integrity of the tarball, SHA-512: `sha512-…`. */
  integrity: z.string().regex(/^sha512-[A-Za-z0-9+/]{86}==$/, "must be sha512- and 86 characters of Base64"),
  /** The version, or `npm:<name>@<version>` if the package has another name than the import. */
  dependencies: z.record(z.string().max(214), z.string().max(330)),
});
export type LockedPackage = z.infer<typeof lockedPackage>;

/** A package with all its dependencies; the package itself comes first, the others by name and version. */
export const packageLock = z.array(lockedPackage).min(1).max(300);
export type PackageLock = z.infer<typeof packageLock>;

/** A Library of kind `source` for a build: `import … from "lib/<name>"`. */
export const sourceLibrary = z.strictObject({
  kind: z.literal("source"),
  id: z.string(),
  name: z.string(),
  /** Its own imports: `lib/<name>`, or a package. */
  imports: z.array(z.string()),
  source: z.string(),
});
export type SourceLibrary = z.infer<typeof sourceLibrary>;

/** A Library of kind `npm` for a build. */
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
