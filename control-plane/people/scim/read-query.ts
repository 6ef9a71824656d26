import { parseFilter, plainPath, type Filter } from "./filter/parse-filter.ts";
import { ScimError } from "./scim-error.ts";

/** The query of a SCIM reader (RFC 7644, sections 3.4.2 and 3.9). */
export interface ScimQuery {
  filter: Filter | null;
  /** The position of the page's first resource, counted from 1. */
  startIndex: number;
  count: number;
  /** The wanted attributes, with names in lower case; null: the usual ones. */
  attributes: ReadonlySet<string> | null;
  excluded: ReadonlySet<string>;
}

function wholeNumber(text: string | null, usual: number): number {
  if (text === null || text === "") return usual;
  if (!/^-?\d{1,9}$/.test(text)) throw new ScimError(400, "startIndex and count are whole numbers.", "invalidValue");
  return Number(text);
}

/** The names of attributes, without their parts: we always show an attribute as a whole. */
const names = (text: string | null): Set<string> | null =>
  text === null || text.trim() === ""
    ? null
    : new Set(
        text
          .slice(0, 2_000)
          .split(",")
          .map((one) => plainPath(one.trim()).split(".")[0] ?? ""),
      );

/** Reads a query. `most`: the longest page. If a parameter comes twice, the first one counts. @throws ScimError */
export function readQuery(url: string, most: number): ScimQuery {
  const given = new URLSearchParams(url.split("?").slice(1).join("?"));
  const filter = given.get("filter");
  return {
    filter: filter === null || filter.trim() === "" ? null : parseFilter(filter),
    startIndex: Math.max(1, wholeNumber(given.get("startIndex"), 1)),
    count: Math.min(most, Math.max(0, wholeNumber(given.get("count"), most))),
    attributes: names(given.get("attributes")),
    excluded: names(given.get("excludedAttributes")) ?? new Set(),
  };
}

const always = new Set(["schemas", "id"]);

/** Whether the query wants an attribute. */
export const wants = ({ attributes, excluded }: ScimQuery, name: string): boolean =>
  always.has(name) || (attributes === null ? !excluded.has(name) : attributes.has(name));

/** A resource with the attributes that the query wants. */
export const projected = (query: ScimQuery, resource: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(resource).filter(([name]) => wants(query, name.toLowerCase())));
