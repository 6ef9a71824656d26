import { z } from "zod";
import { environments } from "../states.ts";

/** RFC 3339 UTC with milliseconds. */
export const time = z.iso.datetime({ precision: 3 });

const random = "[0-9a-hjkmnp-tv-z]{24}";

const earliest = Date.parse("0001-01-01T00:00:00.000Z");
const latest = Date.parse("9999-12-31T23:59:59.999Z");

/**
 * The time in an outside text; null if it is none in the years 1 to 9999 (UTC). RFC 3339 also allows a year 0, and
 * JavaScript 270,000 more each way, which PostgreSQL cannot read.
 */
export function readTime(value: string): Date | null {
  const at = Date.parse(value);
  return at >= earliest && at <= latest ? new Date(at) : null;
}

/**
 * An accepted form of a time: RFC 3339, with or without fractions of a second, in UTC or with an offset. We keep
 * milliseconds, in the form of `time`.
 */
export const givenTime = z.iso
  .datetime({ offset: true, error: "must be a time like 2026-11-21T08:15:30Z" })
  .refine((value) => readTime(value) !== null, "must be in the years 1 to 9999")
  .transform((value) => new Date(value).toISOString());

/** An identifier of one type: its prefix and 24 sortable characters. */
export const id = (prefix: string) =>
  z.string().regex(new RegExp(`^${prefix}_${random}$`), `must be an identifier like ${prefix}_…`);

const isCarriable = (value: string) => value.isWellFormed() && !value.includes("\0");

/** Text that JSON, PostgreSQL and terminals can carry: no NUL, no lone surrogate. */
export const text = (max: number, min = 0) =>
  z.string().min(min).max(max).refine(isCarriable, "must be well-formed text without NUL");

/**
 * Marks that change the direction of the text after them (Unicode's Bidi_Control): one name could look like another.
 */
const turning = String.raw`\p{Bidi_Control}`;
const inLine = new RegExp(String.raw`[\p{Cc}\u2028\u2029${turning}]`, "u");
const inLines = new RegExp(String.raw`[^\P{Cc}\t\r\n]|${turning}`, "u");

/**
 * An accepted line: no control characters, line breaks or direction marks, which could make it look like another text.
 */
export const givenLine = (max: number, min = 0) =>
  text(max, min).refine((value) => !inLine.test(value), "must be one line without control or direction characters");

/** An accepted text of several lines: it may have line breaks and tabs, otherwise the rules of `givenLine` apply. */
export const givenText = (max: number, min = 0) =>
  text(max, min).refine((value) => !inLines.test(value), "must not hold control or direction characters");

/** Removes the characters that `givenLine` and `givenText` refuse from a text that was stored before they did. */
export const withoutControls = (value: string): string => value.replaceAll(new RegExp(inLines, "gu"), "");

export const slug = z.string().regex(/^[a-z][a-z0-9-]{0,62}$/, "must start with a letter and hold only a-z, 0-9 and -");
export const name = text(120, 1).refine((value) => value.trim().length > 0, "must not be blank");
export const givenName = givenLine(120, 1).refine((value) => value.trim().length > 0, "must not be blank");
export const description = text(4_000);
export const givenDescription = givenText(4_000);
export const environment = z.enum(environments);
export const tenantId = z.string().regex(/^[A-Za-z0-9_.:@-]{1,128}$/, "must be 1 to 128 of A-Z a-z 0-9 _ . : @ -");

/** Part of a tenant's name, in any case. */
export const partOfTenant = text(128, 1).optional();

/** The members that every mutable resource has. */
export const head = (prefix: string) => ({
  id: id(prefix),
  createdAt: time,
  updatedAt: time,
  revision: z.number().int(),
});

export const owned = (prefix: string) => ({ ...head(prefix), projectId: id("prj") });

/** The query of every list: `limit` 1 to 200, default 50; `cursor` opaque. */
export const page = {
  limit: z.coerce.number().int().min(1).max(200).default(50),
  cursor: z.string().min(1).max(1_000).optional(),
};

/** Several values in one query text: divided by `separator`, none blank, at most `most`. */
export const several = (separator: string, most: number, words: string) =>
  text(most * 130, 1)
    .transform((value) => [...new Set(value.split(separator).map((one) => one.trim()))].filter((one) => one !== ""))
    .refine((values) => values.length <= most, `must be at most ${most}, ${words}`);

/** The query members of a list with a search, besides those of a page. */
export const searched = {
  /** Part of its name or of another term for it, in any case; or its whole id. */
  q: text(200, 1).optional(),
  /** Only the resources with these ids: at most 100, separated by commas. */
  ids: several(",", 100, "with a comma between each").optional(),
};

/** Only the resources with these names or slugs: at most 100, one per line. */
export const givenNames = several("\n", 100, "one a line");

/** The ways to sort a list; `-name` reverses the order. Default: newest first. */
export const sortedBy = <const N extends string>(...names: readonly N[]) =>
  z.enum(names.flatMap((name) => [name, `-${name}`] as const) as unknown as [N | `-${N}`]).optional();

export const listOf = <T extends z.ZodType>(item: T) =>
  z.object({ items: z.array(item), nextCursor: z.string().nullable() });

/** Whether PostgreSQL can store every text in a JSON value, including names (see `text`). */
function holdsCarriableText(value: unknown): boolean {
  const open = [value];
  while (open.length > 0) {
    const at = open.pop();
    if (typeof at === "string" && !isCarriable(at)) return false;
    if (typeof at !== "object" || at === null) continue;
    if (!Array.isArray(at) && !Object.keys(at).every(isCarriable)) return false;
    for (const child of Object.values(at)) open.push(child);
  }
  return true;
}

const carriable = "must hold well-formed text without NUL only";

/** Any JSON value with storable text. */
export const jsonValue = z.json().refine(holdsCarriableText, carriable);

/** A JSON Schema that a person wrote: an object, at most 256 KiB as text. */
export const givenSchema = z
  .record(z.string(), z.json())
  .refine((value) => JSON.stringify(value).length <= 262_144, "must be at most 256 KiB")
  .refine(holdsCarriableText, carriable);

/**
 * An identifier in a path. A malformed one cannot exist, so it gets a 404 like a missing one; we do not check its form.
 */
export const pathId = z.string().min(1).max(128);
