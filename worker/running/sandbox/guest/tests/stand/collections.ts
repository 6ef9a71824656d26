import { collectionCalls, type CollectionCall } from "@ferrule/contract/internal/collection-calls.ts";
import { real } from "../globals.ts";
import { fits, isColumn, valueAt, type KeptRecord, type Where } from "./records-where.ts";
import { compareKeys, compareTexts, sortKey } from "./sort-key.ts";
import { noStandIn, refusal } from "./stand-error.ts";
import type { TestedPermissions } from "./permissions.ts";

type GivenRecord = Partial<KeptRecord> & { data: Record<string, unknown> };
interface GivenCollection {
  records?: readonly GivenRecord[];
  uniqueKeys?: readonly (readonly string[])[];
  ttlSeconds?: number | null;
}
export type CollectionStandIns = Readonly<Record<string, readonly GivenRecord[] | GivenCollection>>;

interface Kept {
  records: Map<string, KeptRecord>;
  uniqueKeys: readonly (readonly string[])[];
  ttlSeconds: number | null;
}

interface Asked {
  collection: string;
  id?: string;
  data?: Record<string, unknown>;
  ttlSeconds?: number;
  revision?: number;
  key?: readonly string[];
  where?: Where;
  orderBy?: unknown;
  limit?: number;
  cursor?: string | null;
}

interface Term {
  field: string;
  direction: "asc" | "desc";
}

const idPattern = /^[A-Za-z0-9_.:@-]{1,128}$/;
const comparedCharacters = 199;
const mostItems = 200;

const invalid = (message: string) => refusal("VALIDATION_ERROR", message);
const copy = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;
const iso = (ms: number) => new real.Date(ms).toISOString();

function termsOf(given: unknown): Term[] {
  const terms = (given === undefined ? [] : Array.isArray(given) ? given : [given]) as (string | Partial<Term>)[];
  if (terms.length > 3) throw invalid("argument.orderBy must hold at most 3 fields");
  const read = terms.map((one): Term => {
    if (typeof one !== "string") return { field: String(one.field), direction: one.direction ?? "asc" };
    return one.startsWith("-") ? { field: one.slice(1), direction: "desc" } : { field: one, direction: "asc" };
  });
  return read.length === 0 ? [{ field: "createdAt", direction: "desc" }] : read;
}

function compareBy(field: string, one: KeptRecord, other: KeptRecord): number {
  if (field === "id") return compareTexts(one.id, other.id);
  if (isColumn(field)) {
    const name = field as "createdAt" | "updatedAt";
    return real.Date.parse(one[name]) - real.Date.parse(other[name]);
  }
  const keyOf = ({ data }: KeptRecord) => {
    const key = sortKey(valueAt(data, field));
    return typeof key.value === "string" ? { ...key, value: key.value.slice(0, comparedCharacters) } : key;
  };
  return compareKeys(keyOf(one), keyOf(other));
}

/** In the order of the terms. The id decides between equal ones, in the direction of the last term. */
function inOrder(records: readonly KeptRecord[], terms: readonly Term[]): KeptRecord[] {
  const all = [...terms, { field: "id", direction: terms.at(-1)?.direction ?? "desc" }];
  return records.toSorted((one, other) => {
    for (const { field, direction } of all) {
      const difference = compareBy(field, one, other);
      if (difference !== 0) return direction === "desc" ? -difference : difference;
    }
    return 0;
  });
}

/** The values of a unique key as one text. Null when one is absent or null. */
function keyValues(paths: readonly string[], data: unknown): string | null {
  const values = paths.map((path) => valueAt(data, path));
  return values.some((value) => value === undefined || value === null) ? null : JSON.stringify(values);
}

function keep(given: readonly GivenRecord[] | GivenCollection, nowMs: number): Kept {
  const {
    records = [],
    uniqueKeys = [],
    ttlSeconds = null,
  } = Array.isArray(given) ? { records: given as GivenRecord[] } : (given as GivenCollection);
  const kept = records.map((one, at): KeptRecord => {
    const createdAt = one.createdAt ?? iso(nowMs - (records.length - at));
    const { id = `rec_${at + 1}`, revision = 1, version = 1, updatedAt = createdAt, expiresAt = null } = one;
    return { id, data: copy(one.data), revision, version, createdAt, updatedAt, expiresAt };
  });
  return { records: new Map(kept.map((one) => [one.id, one])), uniqueKeys, ttlSeconds };
}

/** The collections of one call: records in memory, with the order and the conditions of the database. */
export function standInForCollections(given: CollectionStandIns, granted: TestedPermissions, now: () => number) {
  const collections = new Map(Object.entries(given).map(([name, one]) => [name, keep(one, now())]));
  let made = 0;

  function collectionOf({ collection: name }: Asked, call: CollectionCall): Kept {
    const access = collectionCalls[call];
    const declared = granted.collections.find((one) => one.name === name)?.access;
    if (declared !== "read-write" && declared !== access) {
      const message = `This call was not granted to ${access} the collection ${name}: the Function must declare it and the policy allow it.`;
      throw refusal("NOT_GRANTED", message);
    }
    const found = collections.get(name);
    if (found === undefined) throw noStandIn(`the collection ${name}`, `stand: { collections: { ${name}: [] } }`);
    for (const [id, { expiresAt }] of found.records)
      if (expiresAt !== null && real.Date.parse(expiresAt) <= now()) found.records.delete(id);
    return found;
  }

  const dataOf = ({ data }: Asked): Record<string, unknown> => {
    if (typeof data === "object" && data !== null && !Array.isArray(data)) return data;
    throw invalid("argument.data must be an object");
  };
  const expiry = (seconds: number | null) => (seconds === null ? null : iso(now() + seconds * 1_000));

  function requireUnique({ records, uniqueKeys }: Kept, data: unknown, ownId: string): void {
    for (const paths of uniqueKeys) {
      const values = keyValues(paths, data);
      if (values === null) continue;
      for (const other of records.values()) {
        if (other.id === ownId || keyValues(paths, other.data) !== values) continue;
        const message = `There is a record with the same ${paths.join(" and ")} already.`;
        throw refusal("UNIQUE_VIOLATION", message, { fields: paths });
      }
    }
  }

  function insert(kept: Kept, asked: Asked): KeptRecord {
    const data = dataOf(asked);
    const id = asked.id ?? `rec_new${(made += 1)}`;
    if (!idPattern.test(id)) throw invalid("argument.id must be 1 to 128 of A-Z a-z 0-9 _ . : @ -");
    if (kept.records.has(id))
      throw refusal("UNIQUE_VIOLATION", "There is a record of this id already.", { fields: ["id"] });
    requireUnique(kept, data, id);
    const at = iso(now());
    const expiresAt = expiry(asked.ttlSeconds ?? kept.ttlSeconds);
    const record = { id, data: copy(data), revision: 1, version: 1, createdAt: at, updatedAt: at, expiresAt };
    kept.records.set(id, record);
    return record;
  }

  function replace(kept: Kept, before: KeptRecord, asked: Asked): KeptRecord {
    const data = dataOf(asked);
    if (asked.revision !== undefined && asked.revision !== before.revision) {
      const message = "The record has been changed since it was read, or is gone.";
      throw refusal("REVISION_CONFLICT", message, { revision: before.revision });
    }
    requireUnique(kept, data, before.id);
    const expiresAt = asked.ttlSeconds === undefined ? before.expiresAt : expiry(asked.ttlSeconds);
    const after = { ...before, data: copy(data), revision: before.revision + 1, updatedAt: iso(now()), expiresAt };
    kept.records.set(before.id, after);
    return after;
  }

  function query(kept: Kept, { where = {}, orderBy, limit = 50, cursor }: Asked) {
    if (!Number.isInteger(limit) || limit < 1 || limit > mostItems) throw invalid("argument.limit must be 1 to 200");
    const found = inOrder(
      [...kept.records.values()].filter((one) => fits(one, where)),
      termsOf(orderBy),
    );
    const from =
      cursor === undefined || cursor === null ? 0 : found.findIndex(({ id }) => `after:${id}` === cursor) + 1;
    const items = found.slice(from, from + limit);
    const last = items.at(-1);
    return { items, nextCursor: last !== undefined && from + limit < found.length ? `after:${last.id}` : null };
  }

  function upsert(kept: Kept, asked: Asked) {
    const named = asked.key ?? (kept.uniqueKeys.length === 1 ? kept.uniqueKeys[0] : undefined);
    const sorted = named?.toSorted().join();
    const paths = kept.uniqueKeys.find((one) => one.toSorted().join() === sorted);
    if (paths === undefined) {
      const fix = `stand: { collections: { ${asked.collection}: { records: [], uniqueKeys: [["…"]] } } }`;
      throw invalid(`argument.key must name a unique key of the collection. Its stand-in declares them: ${fix}.`);
    }
    const values = keyValues(paths, dataOf(asked));
    if (values === null)
      throw invalid(`argument.data.${paths[0]} must be there and not be null, because the record is found by it`);
    const before = [...kept.records.values()].find(({ data }) => keyValues(paths, data) === values);
    if (before === undefined && asked.revision !== undefined)
      throw refusal("REVISION_CONFLICT", "The record has been changed since it was read, or is gone.");
    const record = before === undefined ? insert(kept, asked) : replace(kept, before, asked);
    return { ...record, created: before === undefined };
  }

  const run: Record<CollectionCall, (kept: Kept, asked: Asked) => unknown> = {
    get: ({ records }, { id = "" }) => records.get(id) ?? null,
    query,
    insert,
    upsert,
    update(kept, asked) {
      const before = kept.records.get(asked.id ?? "");
      if (before === undefined) throw refusal("NOT_FOUND", "Not found.");
      if (asked.revision === undefined) throw invalid("argument.revision must be a number");
      return replace(kept, before, asked);
    },
    delete: ({ records }, { id = "" }) => records.delete(id),
  };
  return {
    call: (name: CollectionCall, asked: Asked): unknown => copy(run[name](collectionOf(asked, name), asked)),
    after: (): Record<string, KeptRecord[]> =>
      Object.fromEntries([...collections].map(([name, { records }]) => [name, copy([...records.values()])])),
  };
}
