import type { Operators, Where } from "@ferrule/contract/resources/record.ts";
import { givenTime } from "@ferrule/contract/resources/fields.ts";
import { sql, type RawBuilder } from "kysely";
import { validationError } from "../../../ground/handler/validation-issues.ts";
import { valueAt, type Slotted } from "./slots.ts";
import { fieldOf, type Field } from "./field.ts";

type Condition = RawBuilder<unknown>;
type Operator = keyof Operators;

const comparisons = { gt: sql`>`, gte: sql`>=`, lt: sql`<`, lte: sql`<=` };
const all = (conditions: readonly Condition[]): Condition =>
  conditions.length === 0 ? sql`true` : sql`(${sql.join(conditions, sql` and `)})`;
const any = (conditions: readonly Condition[]): Condition =>
  conditions.length === 0 ? sql`false` : sql`(${sql.join(conditions, sql` or `)})`;
const asJson = (value: unknown) => sql`${JSON.stringify(value)}::text::jsonb`;
const sortKey = (value: unknown) => sql`ferrule_sort_key(${asJson(value)})`;
const isSingle = (value: unknown) => typeof value !== "object" || value === null;

const refuse = (path: string, message: string) => validationError([{ path, message }]);

/** The smallest text that sorts after every text with this prefix; null when there is none. */
function after(beginning: string): string | null {
  const points = Array.from(beginning, (character) => character.codePointAt(0) ?? 0);
  for (let last = points.pop(); last !== undefined; last = points.pop()) {
    if (last >= 0x10ffff) continue;
    const next = last === 0xd7ff ? 0xe000 : last + 1;
    return String.fromCodePoint(...points, next);
  }
  return null;
}

/** The bound of a range that the page's own start makes redundant. */
type Passed = "lower" | "upper" | null;
const lower: readonly string[] = ["gt", "gte"] satisfies Operator[];

/**
 * One bound of a range. If the page begins beyond it, we hide the bound from the index: with two bounds on one side,
 * PostgreSQL might start to read at this one, and then read and discard everything before the page.
 */
function bound(key: Condition, operator: keyof typeof comparisons, value: Condition, passed: Passed): Condition {
  const condition = sql`${key} ${comparisons[operator]} ${value}`;
  return passed === (lower.includes(operator) ? "lower" : "upper") ? sql`(${condition}) is true` : condition;
}

function beginsWith(key: Condition, beginning: string, passed: Passed): Condition {
  const end = after(beginning);
  const from = bound(key, "gte", sql`${beginning}`, passed);
  return end === null ? from : all([from, bound(key, "lt", sql`${end}`, passed)]);
}

/** Equal as JSON. Arrays and objects have no sort key of their own. */
function equals(field: Field & { kind: "data" }, value: unknown): Condition {
  if (isSingle(value)) return sql`${field.key} = ${sortKey(value)}`;
  return sql`coalesce(${valueAt(field.path)} = ${asJson(value)}, false)`;
}

function contains({ path }: { path: string }, value: unknown): Condition {
  const at = valueAt(path);
  const part = typeof value === "string" ? sql`strpos(${at} #>> '{}', ${value}) > 0` : sql`false`;
  return sql`(case jsonb_typeof(${at}) when 'string' then ${part}
    when 'array' then exists (select from jsonb_array_elements(${at}) as item where item = ${asJson(value)}) else false end)`;
}

function onData(field: Field & { kind: "data" }, operator: Operator, value: unknown, passed: Passed): Condition {
  const { key } = field;
  switch (operator) {
    case "eq":
      return equals(field, value);
    case "ne":
      return sql`not ${equals(field, value)}`;
    case "in": {
      const values = value as unknown[];
      const single = values.filter(isSingle);
      const conditions = values.filter((one) => !isSingle(one)).map((one) => equals(field, one));
      return any([...(single.length === 0 ? [] : [sql`${key} in (${sql.join(single.map(sortKey))})`]), ...conditions]);
    }
    case "exists":
      return value === true ? sql`${key} <> '0'` : sql`${key} = '0'`;
    case "startsWith":
      return beginsWith(key, `4${String(value)}`, passed);
    case "contains":
      return contains(field, value);
    default: {
      // Numbers compare only with numbers, and texts only with texts: each type has its own range of sort keys.
      const [from, to] = typeof value === "number" ? ["3", "4"] : ["4", "5"];
      const end = lower.includes(operator)
        ? bound(key, "lt", sql`${to}`, passed)
        : bound(key, "gte", sql`${from}`, passed);
      return all([bound(key, operator, sortKey(value), passed), end]);
    }
  }
}

function onColumn({ kind, key }: Field, operator: Operator, value: unknown, place: string, passed: Passed): Condition {
  const one = (given: unknown): Condition => {
    if (kind === "time" && !givenTime.safeParse(given).success)
      throw refuse(place, "must be a time like 2026-11-21T08:15:30.123Z");
    if (typeof given !== "string") throw refuse(place, "must be a text");
    return kind === "time" ? sql`${given}::timestamptz` : sql`${given}`;
  };
  switch (operator) {
    case "eq":
      return sql`${key} = ${one(value)}`;
    case "ne":
      return sql`${key} <> ${one(value)}`;
    case "in":
      return (value as unknown[]).length === 0
        ? sql`false`
        : sql`${key} in (${sql.join((value as unknown[]).map(one))})`;
    case "exists":
      return value === true ? sql`true` : sql`false`;
    case "gt":
    case "gte":
    case "lt":
    case "lte":
      return bound(key, operator, one(value), passed);
    default:
      if (kind === "time" || typeof value !== "string") throw refuse(place, "does not support this operator");
      return operator === "contains" ? sql`strpos(id, ${value}) > 0` : sql`starts_with(id, ${value})`;
  }
}

function onField(collection: Slotted, path: string, given: unknown, place: string, passed: Passed): Condition {
  const field = fieldOf(collection, path);
  const operators: [string, unknown][] =
    typeof given === "object" && given !== null ? Object.entries(given) : [["eq", given]];
  const asked = operators.filter(([, value]) => value !== undefined) as [Operator, unknown][];
  const conditions = asked.map(([operator, value]) =>
    field.kind === "data"
      ? onData(field, operator, value, passed)
      : onColumn(field, operator, value, `${place}.${path}`, passed),
  );
  // The partial index holds only the collections that use it. PostgreSQL uses the index only when the statement says
  // so.
  if (field.kind === "data" && field.slot !== null) conditions.push(sql`${field.key} is not null`);
  return all(conditions);
}

/**
 * Translates a `where` into a condition on `records`.
 * @param place The path of the `where`, for issues. @param begun The first field of the page's order, and the bound
 * beyond which the page begins. @throws PublicError VALIDATION_ERROR
 */
export function whereToSql(
  collection: Slotted,
  where: Where,
  place: string,
  begun: { path: string; passed: Passed } | null = null,
): Condition {
  const { and = [], or, not, ...fields } = where;
  const inner = (one: Where, at: string) => whereToSql(collection, one, `${place}.${at}`, begun);
  return all([
    ...Object.entries(fields)
      .filter(([, given]) => given !== undefined)
      .map(([path, given]) => onField(collection, path, given, place, begun?.path === path ? begun.passed : null)),
    ...and.map((one, at) => inner(one, `and.${at}`)),
    ...(or === undefined ? [] : [any(or.map((one, at) => inner(one, `or.${at}`)))]),
    ...(not === undefined ? [] : [sql`not ${inner(not, "not")}`]),
  ]);
}
