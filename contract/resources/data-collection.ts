import { z } from "zod";
import { environments } from "../states.ts";
import { environment, givenDescription, givenSchema, id, jsonValue, owned, pathId, text, time } from "./fields.ts";

/** The access to a collection, in a grant, in a Function's declaration and in a policy. */
export const collectionAccess = z.enum(["read", "write", "read-write"]);
export type CollectionAccess = z.infer<typeof collectionAccess>;

export const collectionName = z
  .string()
  .regex(/^[a-z][a-z0-9_-]{0,62}$/, "must start with a letter and hold only a-z, 0-9, _ and -");

/** The path of a value in a record's data: `customer.city`, `lines.0.sku`. */
export const fieldPath = text(500, 1).refine(
  (path) => path.split(".").length <= 10 && path.split(".").every((part) => part.length >= 1 && part.length <= 100),
  "must be 1 to 10 names of 1 to 100 characters, with dots between them",
);

/** The most bytes of one value in a record's index; keys are hashed, so they may be longer. */
export const mostIndexedBytes = 1_000;
export const mostIndexes = 8;
export const mostUniqueKeys = 4;
/** The largest JSON of one record's data, in bytes of UTF-8. */
export const mostRecordBytes = 262_144;
export const mostVersions = 200;

const unique = (paths: readonly string[]) => new Set(paths).size === paths.length;
const indexes = z.array(fieldPath).max(mostIndexes).refine(unique, "must name each field once");
export const uniqueKey = z.array(fieldPath).min(1).max(4).refine(unique, "must name each field once");
const uniqueKeys = z
  .array(uniqueKey)
  .max(mostUniqueKeys)
  .refine((keys) => unique(keys.map((key) => JSON.stringify(key))), "must hold each key once");
const ttlSeconds = z.number().int().min(1).max(315_360_000);

/** One step of a mapping. If its path has no value, a step does nothing. */
export const mappingStep = z.union([
  /** Moves the value, and overwrites any value at `to`. */
  z.strictObject({ rename: z.strictObject({ from: fieldPath, to: fieldPath }) }),
  z.strictObject({ remove: fieldPath }),
  /** Sets it only if there is no value, or null. */
  z.strictObject({ default: z.strictObject({ path: fieldPath, value: jsonValue }) }),
  z.strictObject({ set: z.strictObject({ path: fieldPath, value: jsonValue }) }),
  /**
   * Converts the value to text, to the number or boolean that it spells, or to an array with the value as its one item.
   */
  z.strictObject({
    convert: z.strictObject({ path: fieldPath, to: z.enum(["string", "number", "integer", "boolean", "array"]) }),
  }),
]);
export type MappingStep = z.infer<typeof mappingStep>;
export const mapping = z
  .array(mappingStep)
  .min(1)
  .max(100)
  .refine((steps) => JSON.stringify(steps).length <= mostRecordBytes, "must be at most 256 KiB as JSON");
export type Mapping = z.infer<typeof mapping>;

export const compatibility = z.object({
  compatible: z.boolean(),
  /** Counts records of both environments and all tenants, after the mapping if there is one. */
  checked: z.number().int(),
  failing: z.number().int(),
  /** The first such record. */
  samples: z.array(
    z.object({
      recordId: z.string(),
      environment: z.enum(environments),
      tenantId: z.string(),
      /** `data.customer.city` */
      path: z.string(),
      message: z.string(),
    }),
  ),
});
export type Compatibility = z.infer<typeof compatibility>;

export const dataCollectionVersion = z.object({
  version: z.number().int(),
  schema: z.record(z.string(), z.unknown()),
  mapping: mapping.nullable(),
  compatibility,
  createdAt: time,
});

const grantSubject = z.object({ kind: z.enum(["function", "endpoint"]), id: pathId });

export const grant = z.object({
  id: id("grt"),
  projectId: id("prj"),
  subject: grantSubject,
  access: collectionAccess,
  environment,
  createdAt: time,
  updatedAt: time,
  revision: z.number().int(),
});

const migration = z.object({
  /** Older records are rewritten to this version. */
  version: z.number().int(),
  status: z.enum(["running", "finished"]),
  migrated: z.number().int(),
  /** How many records do not fit despite the mapping; they stay unchanged. */
  failed: z.number().int(),
});

export const dataCollection = z.object({
  ...owned("col"),
  name: z.string(),
  description: z.string(),
  /** Development: the newest version. Production: the version of its active deployment's build; null before that. */
  activeVersions: z.object({ development: z.number().int(), production: z.number().int().nullable() }),
  /** Newest first. */
  versions: z.array(dataCollectionVersion),
  uniqueKeys: z.array(z.array(z.string())),
  indexes: z.array(z.string()),
  ttlSeconds: z.number().int().nullable(),
  grants: z.array(grant),
  /** The rewriting of older records by a mapping; null without a mapping. */
  migrations: z.object({ development: migration.nullable(), production: migration.nullable() }),
});
export type DataCollection = z.infer<typeof dataCollection>;

export const newDataCollection = z.strictObject({
  name: collectionName,
  description: givenDescription.default(""),
  /** JSON Schema 2020-12 of a record's data; its root is an object. */
  schema: givenSchema,
  /**
   * Fields whose values together are unique within environment and tenant; a record that lacks one of them, or has
   * null, does not count.
   */
  uniqueKeys: uniqueKeys.default([]),
  indexes: indexes.default([]),
  ttlSeconds: ttlSeconds.nullable().default(null),
});

export const changedDataCollection = z.strictObject({
  description: givenDescription.optional(),
  uniqueKeys: uniqueKeys.optional(),
  indexes: indexes.optional(),
  ttlSeconds: ttlSeconds.nullable().optional(),
});

export const newDataCollectionVersion = z.strictObject({ schema: givenSchema, mapping: mapping.optional() });

export const newGrant = z.strictObject({
  subject: z.strictObject({ kind: z.enum(["function", "endpoint"]), id: pathId }),
  access: collectionAccess,
  environment,
});
