import { readTime } from "@ferrule/contract/resources/fields.ts";
import { sql, type RawBuilder } from "kysely";
import { invalidFilter, plainPath, type Filter } from "../filter/parse-filter.ts";

type Condition = RawBuilder<boolean>;

/** The thing that a filter may name: a column, or rows of which one must match. `exact`: the case of letters counts. */
type Attribute =
  | { kind: "text"; of: RawBuilder<string | null>; exact?: true }
  | { kind: "flag"; of: RawBuilder<boolean | null> }
  | { kind: "time"; of: RawBuilder<Date> }
  | { kind: "rows"; of: (fits: Condition) => Condition; parts: Attributes };
export type Attributes = ReadonlyMap<string, Attribute>;

type Comparing = Extract<Filter, { compValue: unknown }>;

const compared = (op: string, left: RawBuilder<unknown>, right: RawBuilder<unknown>): Condition => {
  const signs: Record<string, string> = { eq: "=", gt: ">", ge: ">=", lt: "<", le: "<=" };
  const sign = Object.hasOwn(signs, op) ? signs[op] : undefined;
  if (sign === undefined) throw invalidFilter("The attribute cannot be compared in this way.");
  return sql<boolean>`coalesce(${left} ${sql.raw(sign)} ${right}, false)`;
};

function textFits({ op, compValue }: Comparing, of: RawBuilder<string | null>, isExact: boolean): Condition {
  if (compValue === null && (op === "eq" || op === "ne")) {
    return op === "eq" ? sql<boolean>`${of} is null` : sql<boolean>`${of} is not null`;
  }
  if (typeof compValue !== "string") throw invalidFilter("The attribute is a text: compare it with one in quotes.");
  const left = isExact ? of : sql`lower(${of})`;
  const right = isExact ? sql`${compValue}::text` : sql`lower(${compValue}::text)`;
  if (op === "ne") return sql<boolean>`${left} is distinct from ${right}`;
  if (op === "co") return sql<boolean>`coalesce(strpos(${left}, ${right}) > 0, false)`;
  if (op === "sw") return sql<boolean>`coalesce(starts_with(${left}, ${right}), false)`;
  if (op === "ew") return sql<boolean>`coalesce(right(${left}, length(${right})) = ${right}, false)`;
  return compared(op, left, right);
}

function flagFits({ op, compValue }: Comparing, of: RawBuilder<boolean | null>): Condition {
  const wanted = typeof compValue === "string" ? compValue.toLowerCase() : String(compValue);
  if ((wanted !== "true" && wanted !== "false") || (op !== "eq" && op !== "ne")) {
    throw invalidFilter("The attribute is true or false: compare it by eq or ne.");
  }
  return sql<boolean>`coalesce(${of}, false) = ${(wanted === "true") === (op === "eq")}`;
}

function timeFits({ op, compValue }: Comparing, of: RawBuilder<Date>): Condition {
  const at = typeof compValue === "string" ? readTime(compValue) : null;
  if (at === null) throw invalidFilter("The attribute is a time, such as 2026-11-21T08:15:30Z.");
  return compared(op, of, sql`${at}::timestamptz`);
}

function comparisonFits(filter: Comparing, attribute: Attribute): Condition {
  if (attribute.kind === "text") return textFits(filter, attribute.of, attribute.exact === true);
  if (attribute.kind === "flag") return flagFits(filter, attribute.of);
  if (attribute.kind === "time") return timeFits(filter, attribute.of);
  return attribute.of(comparisonFits(filter, attributeOf(attribute.parts, "value")));
}

function attributeOf(attributes: Attributes, path: string): Attribute {
  const known = attributes.get(plainPath(path));
  if (known === undefined)
    throw invalidFilter("The filter names an attribute that is not stored, or that does not support filters.");
  return known;
}

const isThere = (attribute: Attribute): Condition =>
  attribute.kind === "rows" ? attribute.of(sql<boolean>`true`) : sql<boolean>`${attribute.of} is not null`;

const joined = (filters: readonly Filter[], attributes: Attributes, word: "and" | "or"): Condition =>
  sql<boolean>`(${sql.join(
    filters.map((one) => fits(one, attributes)),
    sql.raw(` ${word} `),
  )})`;

/** The SQL condition of a filter over these attributes. @throws ScimError invalidFilter */
export function fits(filter: Filter, attributes: Attributes): Condition {
  switch (filter.op) {
    case "and":
    case "or":
      return joined(filter.filters, attributes, filter.op);
    case "not":
      return sql<boolean>`not ${fits(filter.filter, attributes)}`;
    case "[]": {
      const rows = attributeOf(attributes, filter.attrPath);
      if (rows.kind !== "rows") throw invalidFilter("Brackets apply only to lists.");
      return rows.of(fits(filter.valFilter, rows.parts));
    }
    case "pr":
      return isThere(attributeOf(attributes, filter.attrPath));
    case "eq":
    case "ne":
    case "co":
    case "sw":
    case "ew":
    case "gt":
    case "ge":
    case "lt":
    case "le":
      return comparisonFits(filter, attributeOf(attributes, filter.attrPath));
    default:
      throw invalidFilter("The filter is malformed.");
  }
}
