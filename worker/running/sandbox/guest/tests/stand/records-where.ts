import { asMatchers } from "../expect/asymmetric.ts";
import { equals } from "../expect/equals.ts";
import { real } from "../globals.ts";
import { compareKeys, compareTexts, sortKey } from "./sort-key.ts";
import { refusal } from "./stand-error.ts";

/** A record as it is kept. */
export interface KeptRecord {
  id: string;
  data: Record<string, unknown>;
  revision: number;
  version: number;
  createdAt: string;
  updatedAt: string;
  expiresAt: string | null;
}

type Operators = Record<string, unknown>;
export type Where = Record<string, unknown>;

const invalid = (message: string) => refusal("VALIDATION_ERROR", message);
const isSingle = (value: unknown) => typeof value !== "object" || value === null;
const same = (one: unknown, other: unknown) => equals(one, other, { strict: true, accepts: asMatchers.accepts });

function held(value: unknown, name: string): unknown {
  if (typeof value !== "object" || value === null) return undefined;
  if (!Array.isArray(value)) return Object.hasOwn(value, name) ? (value as Record<string, unknown>)[name] : undefined;
  return /^-?\d+$/.test(name) ? (value as unknown[]).at(Number(name)) : undefined;
}

/** The value at a path of the data. Undefined when there is none. */
export const valueAt = (data: unknown, path: string): unknown => path.split(".").reduce(held, data);

const operators = new Set(["eq", "ne", "gt", "gte", "lt", "lte", "in", "contains", "startsWith", "exists"]);

function holdsBound(difference: number, operator: string): boolean {
  if (operator === "gt") return difference > 0;
  if (operator === "gte") return difference >= 0;
  return operator === "lt" ? difference < 0 : difference <= 0;
}

function equalsData(value: unknown, wanted: unknown): boolean {
  if (value === undefined) return false;
  return isSingle(wanted) ? isSingle(value) && compareKeys(sortKey(value), sortKey(wanted)) === 0 : same(value, wanted);
}

function contains(value: unknown, part: unknown): boolean {
  if (typeof value === "string") return typeof part === "string" && value.includes(part);
  return Array.isArray(value) && value.some((item) => same(item, part));
}

function onData(value: unknown, operator: string, wanted: unknown): boolean {
  switch (operator) {
    case "eq":
      return equalsData(value, wanted);
    case "ne":
      return !equalsData(value, wanted);
    case "in":
      return (wanted as unknown[]).some((one) => equalsData(value, one));
    case "exists":
      return (value !== undefined) === wanted;
    case "startsWith":
      return typeof value === "string" && value.startsWith(String(wanted));
    case "contains":
      return contains(value, wanted);
    default: {
      const [key, bound] = [sortKey(value), sortKey(wanted)];
      return key.rank === bound.rank && holdsBound(compareKeys(key, bound), operator);
    }
  }
}

const times = new Set(["createdAt", "updatedAt"]);
export const isColumn = (path: string): boolean => path === "id" || times.has(path);

/** Compares a time or an id with a wanted one. @throws HostError when it is not of that kind */
function compareColumn(record: KeptRecord, path: string, wanted: unknown): number {
  if (typeof wanted !== "string") throw invalid(`argument.where.${path} must be a text`);
  if (path === "id") return compareTexts(record.id, wanted);
  const time = real.Date.parse(wanted);
  if (Number.isNaN(time) || !/^\d{4}-\d\d-\d\dT/.test(wanted))
    throw invalid(`argument.where.${path} must be a time like 2026-11-21T08:15:30.123Z`);
  return real.Date.parse(record[path as "createdAt" | "updatedAt"]) - time;
}

function onColumn(record: KeptRecord, path: string, operator: string, wanted: unknown): boolean {
  switch (operator) {
    case "eq":
      return compareColumn(record, path, wanted) === 0;
    case "ne":
      return compareColumn(record, path, wanted) !== 0;
    case "in":
      return (wanted as unknown[]).some((one) => compareColumn(record, path, one) === 0);
    case "exists":
      return wanted === true;
    case "contains":
    case "startsWith":
      if (path !== "id" || typeof wanted !== "string")
        throw invalid(`argument.where.${path} does not support this operator`);
      return operator === "contains" ? record.id.includes(wanted) : record.id.startsWith(wanted);
    default:
      return holdsBound(compareColumn(record, path, wanted), operator);
  }
}

function onField(record: KeptRecord, path: string, given: unknown): boolean {
  const asked: Operators = isSingle(given) ? { eq: given } : (given as Operators);
  const entries = Object.entries(asked).filter(([, wanted]) => wanted !== undefined);
  const unknown = entries.find(([operator]) => !operators.has(operator));
  if (unknown !== undefined || Array.isArray(given))
    throw invalid(
      `argument.where.${path} has no operator ${unknown?.[0] ?? "for a list: write { in: […] } or { eq: […] }"}`,
    );
  if (entries.length === 0) throw invalid(`argument.where.${path} must hold at least one operator`);
  return entries.every(([operator, wanted]) =>
    isColumn(path) ? onColumn(record, path, operator, wanted) : onData(valueAt(record.data, path), operator, wanted),
  );
}

/** Whether a record fits the conditions of a query. @throws HostError */
export function fits(record: KeptRecord, { and = [], or, not, ...fields }: Where): boolean {
  const isFine = (one: Where) => fits(record, one);
  return [
    ...Object.entries(fields).map(([path, given]) => given === undefined || onField(record, path, given)),
    ...(and as Where[]).map(isFine),
    or === undefined || (or as Where[]).map(isFine).includes(true),
    not === undefined || !isFine(not as Where),
  ].every(Boolean);
}
