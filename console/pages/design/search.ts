import { said, searchOneOf } from "../../shell/page/search-params.ts";

export const designParts = [
  "foundations",
  "controls",
  "forms",
  "private",
  "data",
  "lists",
  "states",
  "overlays",
] as const;
export type DesignPart = (typeof designParts)[number];

export interface DesignSearch {
  /** The foundations when not set. */
  part?: DesignPart | undefined;
}

/** The state of the page, from its URL. */
export const designSearch = (search: Record<string, unknown>): DesignSearch => {
  const part = searchOneOf(designParts, search["part"]);
  return said<DesignSearch>({ part: part === "foundations" ? undefined : part });
};
