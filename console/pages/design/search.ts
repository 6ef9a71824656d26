import { oneOf, searchOf } from "../../shell/page/search-params.ts";

const parts = ["controls", "forms", "private", "data", "lists", "states", "overlays"] as const;
export type DesignPart = "foundations" | (typeof parts)[number];

/** The state of the page, from its URL. */
export const designSearch = searchOf({
  /** The foundations when not set. */
  part: oneOf(parts),
});
