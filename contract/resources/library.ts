import { z } from "zod";
import { lockedPackage } from "../internal/libraries.ts";
import { owned, text } from "./fields.ts";

export const libraryKinds = ["source", "npm"] as const;

const sourceName = z
  .string()
  .regex(
    /^[a-z][A-Za-z0-9_.-]{0,62}$/,
    "must start with a-z and hold only letters, digits, _ . and -, at most 63 characters",
  );
const packageName = z
  .string()
  .max(214)
  .regex(/^(?:@[a-z0-9][a-z0-9._~-]*\/)?[a-z0-9][a-z0-9._~-]*$/, "must be the name of an npm package")
  .refine((name) => !["ferrule", "lib", "node_modules"].includes(name), "must not be a name that Ferrule uses itself");
const exactVersion = z
  .string()
  .max(100)
  .regex(
    /^\d{1,9}\.\d{1,9}\.\d{1,9}(?:-[0-9A-Za-z.-]+)?(?:\+[0-9A-Za-z.-]+)?$/,
    "must be one exact version like 1.2.3",
  );
const label = z.string().regex(/^[0-9A-Za-z][0-9A-Za-z.+-]{0,99}$/, "must be a version like 2 or 1.2.3");
const source = text(524_288, 1);
const { integrity } = lockedPackage.shape;

export const librarySummary = z.object({
  ...owned("lib"),
  name: z.string(),
  kind: z.enum(libraryKinds),
  /** For npm, the exact version; for source, the given one, otherwise a counter. */
  version: z.string(),
  /** Kind npm. */
  package: z.string().nullable(),
  /** Kind npm: SHA-512 of the tarball; null until a build first fetches it. */
  integrity: z.string().nullable(),
  /** Kind npm: its dependencies, as `name@version`. */
  dependencies: z.array(z.string()),
  /** The name for an import: `lib/money`, or the package's name. */
  importName: z.string(),
  /** The Functions that import it, by name, and the Libraries that import it, as `lib/<name>`. */
  usedBy: z.array(z.string()),
});

export const library = librarySummary.extend({
  /** Kind source. */
  source: z.string().nullable(),
});
export type Library = z.infer<typeof library>;

export const newSourceLibrary = z.strictObject({
  kind: z.literal("source"),
  name: sourceName,
  source,
  version: label.optional(),
});

export const newNpmLibrary = z.strictObject({
  kind: z.literal("npm"),
  name: packageName,
  /** Default: the name. */
  package: packageName.optional(),
  version: exactVersion,
  /** Default: the registry's integrity when a build first fetches it. */
  integrity: integrity.optional(),
});

export const newLibrary = z.discriminatedUnion("kind", [newSourceLibrary, newNpmLibrary]);

/** A new version; its name and kind stay. */
export const replacedLibrary = z.strictObject({
  source: source.optional(),
  version: label.optional(),
  integrity: integrity.optional(),
});

/** Required for saved Libraries of kind npm. */
export const isExactVersion = (version: string): boolean => exactVersion.safeParse(version).success;
