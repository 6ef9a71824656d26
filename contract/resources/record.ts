import { z } from "zod";
import { fieldPath, uniqueKey } from "./data-collection.ts";
import { recordBoundsProblem } from "./record-bounds.ts";
import { environment, id, jsonValue, owned, tenantId, text, time } from "./fields.ts";

/** A record's data: an object, at most 256 KiB as JSON, at most 100 levels deep. */
export const recordData = z
  .record(z.string(), z.json())
  .superRefine((data, context) => {
    const message = recordBoundsProblem(data);
    if (message !== null) context.addIssue({ code: "custom", message });
  })
  .refine((data) => jsonValue.safeParse(data).success, "must hold well-formed text without NUL only");

/** Chosen by the caller who inserts it, or `rec_…`. */
export const recordId = z.string().regex(/^[A-Za-z0-9_.:@-]{1,128}$/, "must be 1 to 128 of A-Z a-z 0-9 _ . : @ -");

export const record = z.object({
  ...owned("rec"),
  id: z.string(),
  collectionId: id("col"),
  environment,
  tenantId,
  /** The schema's version that the data fits. */
  version: z.number().int(),
  data: z.record(z.string(), z.unknown()),
  expiresAt: time.nullable(),
});
export type RecordResource = z.infer<typeof record>;

/** The result of an upsert; `created`: no record had these values of the key before. */
export const writtenRecord = record.extend({ created: z.boolean() });

/** The place of records, which every request about them must give. */
export const recordPlace = { environment, tenantId };

const ttlSeconds = z.number().int().min(1).max(315_360_000);
export const insertedRecord = z.strictObject({
  data: recordData,
  id: recordId.optional(),
  /** From now; default: the collection's. */
  ttlSeconds: ttlSeconds.optional(),
});
export const updatedRecord = z.strictObject({
  data: recordData,
  /** The revision that the caller read; a stale one gives 412. */
  revision: z.number().int().min(1),
  /** From now; default: the record keeps its expiry. */
  ttlSeconds: ttlSeconds.optional(),
});

/** The API also accepts the revision as `If-Match`, like every resource. Without either, any revision fits. */
export const replacedRecord = updatedRecord.extend({
  ...recordPlace,
  revision: updatedRecord.shape.revision.optional(),
});

export const upsertedRecord = insertedRecord.extend({
  /** The fields of the unique key that finds the record; default: the collection's only key. */
  key: uniqueKey.optional(),
  /**
   * The revision that the caller read; 412 if it is stale, or if there is no record. Default: any revision or no record
   * is fine.
   */
  revision: updatedRecord.shape.revision.optional(),
});

const ordered = z.union([text(10_000), z.number()]);
const operators = z
  .strictObject({
    eq: jsonValue,
    /** Also true for a missing field. */
    ne: jsonValue,
    gt: ordered,
    gte: ordered,
    lt: ordered,
    lte: ordered,
    in: z.array(jsonValue).max(200),
    /** For a text: a part of it. For an array: one of its items. */
    contains: jsonValue,
    startsWith: text(1_000),
    exists: z.boolean(),
  })
  .partial()
  .refine((given) => Object.keys(given).length > 0, "must hold at least one operator");
export type Operators = z.infer<typeof operators>;

const condition = z.union([text(10_000), z.number(), z.boolean(), z.null(), operators]);

export type Where = { [path: string]: unknown; and?: Where[]; or?: Where[]; not?: Where };

const mostConditions = 50;
const deepest = 8;

function measure(where: Where, depth = 1): { conditions: number; depth: number } {
  const { and = [], or = [], not, ...fields } = where;
  const inner = [...and, ...or, ...(not === undefined ? [] : [not])].map((one) => measure(one, depth + 1));
  return {
    conditions: Object.keys(fields).length + inner.reduce((sum, one) => sum + one.conditions, 0),
    depth: Math.max(depth, ...inner.map((one) => one.depth)),
  };
}

const anyWhere: z.ZodType<Where> = z.lazy(() =>
  z
    .object({
      and: z.array(anyWhere).min(1).max(mostConditions).optional(),
      or: z.array(anyWhere).min(1).max(mostConditions).optional(),
      not: anyWhere.optional(),
    })
    .catchall(condition)
    .superRefine((where, context) => {
      for (const path of Object.keys(where)) {
        const issue = path === "and" || path === "or" || path === "not" ? true : fieldPath.safeParse(path).success;
        if (!issue) context.addIssue({ code: "custom", path: [path.slice(0, 100)], message: "is not a field's path" });
      }
    }),
);

/** Conditions by field path that must all hold; `and`, `or` and `not` combine others. */
export const where = anyWhere.refine((given) => {
  const { conditions, depth } = measure(given);
  return conditions <= mostConditions && depth <= deepest;
}, `must hold at most ${mostConditions} conditions, ${deepest} levels deep`);

const orderTerm = z.strictObject({ field: fieldPath, direction: z.enum(["asc", "desc"]).default("asc") });

export const recordQuery = z.strictObject({
  where: where.optional(),
  /** Default: newest first. On a tie, the ids decide. */
  orderBy: z.array(orderTerm).max(3).default([]),
  limit: z.number().int().min(1).max(200).default(50),
  cursor: z.string().min(1).max(8_000).nullable().optional(),
});
export type RecordQuery = z.output<typeof recordQuery>;
