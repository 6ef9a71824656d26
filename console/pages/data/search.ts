import { said, searchOneOf, searchText } from "../../shell/page/search-params.ts";

export const dataTabs = ["records", "schema", "access"] as const;
export type DataTab = (typeof dataTabs)[number];

export const operatorNames = ["eq", "ne", "gt", "gte", "lt", "lte", "contains", "startsWith", "exists"] as const;
export type OperatorName = (typeof operatorNames)[number];

/** As many columns as a wide screen can show readably; the other fields are in the record. */
export const mostColumns = 12;

/** One condition: a field's path, an operator, and a value. */
export interface Condition {
  field: string;
  operator: OperatorName;
  value: string | number | boolean | null;
}

export interface DataSearch {
  /** The first one when not set. */
  collection?: string | undefined;
  /** A part of a collection's name, which filters the list of collections. */
  q?: string | undefined;
  tab?: DataTab | undefined;
  /** `default` when not set. */
  tenant?: string | undefined;
  /** Conditions that must all hold. */
  where?: readonly Condition[] | undefined;
  /** A field's path, with a leading `-` for descending; newest first when not set. */
  order?: string | undefined;
  /** The fields that are columns; the first few of the schema when not set. */
  columns?: readonly string[] | undefined;
  /** The record that is open beside the grid. */
  record?: string | undefined;
  /** The open dialog: a new collection, a new record, or an import. */
  ask?: "collection" | "record" | "import" | undefined;
}

function condition(value: unknown): Condition[] {
  if (typeof value !== "object" || value === null) return [];
  const { field, operator, value: held } = value as Record<string, unknown>;
  const known = searchOneOf(operatorNames, operator);
  if (typeof field !== "string" || field === "" || known === undefined) return [];
  if (held !== null && !["string", "number", "boolean"].includes(typeof held)) return [];
  return [{ field: field.slice(0, 500), operator: known, value: held as Condition["value"] }];
}

/** The state of the page, from its URL. */
export function dataSearch(search: Record<string, unknown>): DataSearch {
  const where = Array.isArray(search["where"]) ? search["where"].slice(0, 20).flatMap(condition) : [];
  const columns = Array.isArray(search["columns"])
    ? search["columns"].flatMap((path) => searchText(path, 500) ?? []).slice(0, mostColumns)
    : [];
  return said<DataSearch>({
    collection: searchText(search["collection"], 128),
    q: searchText(search["q"]),
    tab: searchOneOf(dataTabs, search["tab"]),
    tenant: searchText(search["tenant"], 128),
    where: where.length > 0 ? where : undefined,
    columns: columns.length > 0 ? columns : undefined,
    order: searchText(search["order"], 501),
    record: searchText(search["record"], 128),
    ask: searchOneOf(["collection", "record", "import"] as const, search["ask"]),
  });
}
