import { z } from "zod";
import { environments } from "../states.ts";

/** RFC 3339 UTC with milliseconds. */
export const time = z.iso.datetime({ precision: 3 });

const random = "[0-9a-hjkmnp-tv-z]{24}";

const earliest = Date.parse("0001-01-01T00:00:00.000Z");
const latest = Date.parse("9999-12-31T23:59:59.999Z");

/**
 * The time that a text from outside means; null when it means none in the years 1 to 9999 (UTC). RFC 3339 also writes a
 * year 0, and JavaScript 270,000 more each way, which PostgreSQL cannot read.
 */
export function readTime(value: string): Date | null {
  const at = Date.parse(value);
  return at >= earliest && at <= latest ? new Date(at) : null;
}

/**
 * A time as it may be given: RFC 3339, with or without fractions of a second, in UTC or with an offset; read to the
 * millisecond, in the form of `time`.
 */
export const givenTime = z.iso
  .datetime({ offset: true, error: "must be a time like 2026-11-21T08:15:30Z" })
  .refine((value) => readTime(value) !== null, "must be in the years 1 to 9999")
  .transform((value) => new Date(value).toISOString());

/** An identifier of one type: its prefix and 24 sortable characters. */
export const id = (prefix: string) =>
  z.string().regex(new RegExp(`^${prefix}_${random}$`), `must be an identifier like ${prefix}_…`);

const isCarriable = (value: string) => value.isWellFormed() && !value.includes("\0");

/** Text that JSON, PostgreSQL and a terminal can all carry: no NUL, no lone surrogate. */
export const text = (max: number, min = 0) =>
  z.string().min(min).max(max).refine(isCarriable, "must be well-formed text without NUL");

/** Marks that turn the direction of what follows (Unicode's Bidi_Control): a name could read as another one. */
const turning = String.raw`\p{Bidi_Control}`;
const inLine = new RegExp(String.raw`[\p{Cc}\u2028\u2029${turning}]`, "u");
const inLines = new RegExp(String.raw`[^\P{Cc}\t\r\n]|${turning}`, "u");

/** One line as it may be given: no control characters, line breaks or marks of direction, which could show it as what it is not. */
export const givenLine = (max: number, min = 0) =>
  text(max, min).refine((value) => !inLine.test(value), "must be one line without control or direction characters");

/** Text of several lines as it may be given: line breaks and tabs, otherwise as `givenLine`. */
export const givenText = (max: number, min = 0) =>
  text(max, min).refine((value) => !inLines.test(value), "must not hold control or direction characters");

/** What `givenLine` and `givenText` refuse, taken out of a text that was kept before they did. */
export const withoutControls = (value: string): string => value.replaceAll(new RegExp(inLines, "gu"), "");

export const slug = z.string().regex(/^[a-z][a-z0-9-]{0,62}$/, "must start with a letter and hold only a-z, 0-9 and -");
export const name = text(120, 1).refine((value) => value.trim().length > 0, "must not be blank");
export const givenName = givenLine(120, 1).refine((value) => value.trim().length > 0, "must not be blank");
export const description = text(4_000);
export const givenDescription = givenText(4_000);
export const environment = z.enum(environments);
export const tenantId = z.string().regex(/^[A-Za-z0-9_.:@-]{1,128}$/, "must be 1 to 128 of A-Z a-z 0-9 _ . : @ -");

/** What every mutable resource has. */
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

/** Values in one text of a query: parted by `separator`, none blank, at most `most`. */
const several = (separator: string, most: number, words: string) =>
  text(most * 130, 1)
    .transform((value) => [...new Set(value.split(separator).map((one) => one.trim()))].filter((one) => one !== ""))
    .refine((values) => values.length <= most, `must be at most ${most}, ${words}`);

/** What a list that can be searched takes beside a page. */
export const searched = {
  /** A part of its name, or of another word that it is known by, whatever its case; or its whole id. */
  q: text(200, 1).optional(),
  /** Only these: at most 100 ids, with a comma between each. */
  ids: several(",", 100, "with a comma between each").optional(),
};

/** Only those called so: at most 100 names or slugs, one a line. */
export const givenNames = several("\n", 100, "one a line");

/** What a list can be sorted by; `-name` is the other way round. The newest come first without it. */
export const sortedBy = <const N extends string>(...names: readonly N[]) =>
  z.enum(names.flatMap((name) => [name, `-${name}`] as const) as unknown as [N | `-${N}`]).optional();

export const listOf = <T extends z.ZodType>(item: T) =>
  z.object({ items: z.array(item), nextCursor: z.string().nullable() });

/** Whether every text in a JSON value, names included, is one that PostgreSQL can keep (see `text`). */
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

/** Any JSON value whose text can be kept. */
export const jsonValue = z.json().refine(holdsCarriableText, carriable);

/** A JSON Schema given by hand: an object, at most 256 KiB as text. */
export const givenSchema = z
  .record(z.string(), z.json())
  .refine((value) => JSON.stringify(value).length <= 262_144, "must be at most 256 KiB")
  .refine(holdsCarriableText, carriable);

/** An identifier in a path. One that is malformed cannot exist and is answered as such (404), so its form is not checked. */
export const pathId = z.string().min(1).max(128);
