import { functionUseLengths, functionUses, type FunctionUse } from "@ferrule/contract/permissions/function-uses.ts";
import { trafficReaders } from "../traffic/search.ts";
import { flag, oneOf, searchOf, sortOf, text } from "../../shell/page/search-params.ts";

/** Only Functions that use these things. */
type Used = { [Use in FunctionUse]?: Use extends "cache" ? "true" : string };

/** A whole number from 1. */
const number = (value: unknown) => (Number.isInteger(Number(value)) && Number(value) > 0 ? Number(value) : undefined);

const anyText = text(Infinity);

/** The filters by use that are set. */
export const usedIn = (search: object): Used =>
  Object.fromEntries(
    functionUses.flatMap((use) => {
      const given = anyText((search as Record<string, unknown>)[use]);
      const longest = functionUseLengths[use];
      const fits = given !== undefined && (longest === null ? given === "true" : given.length <= longest);
      return fits ? [[use, given]] : [];
    }),
  );

const read = searchOf({
  /** Part of a name or slug. */
  q: text(),
  status: oneOf(["draft", "deployed", "changed"]),
  /** The list's order, in the server's notation; newest first when not set. */
  sort: sortOf("name", "updatedAt", "revision", "calls", "failed"),
  /** The dialog for a new Function is open. */
  create: flag,
});

export type FunctionsSearch = ReturnType<typeof read> & Used;

/** The state of the list, from its URL. */
export const functionsSearch = (search: Record<string, unknown>): FunctionsSearch => ({
  ...read(search),
  ...usedIn(search),
});

/** The state of one Function's page, from its URL. */
export const functionSearch = searchOf({
  /** The code when not set. */
  tab: oneOf(["tests", "activity", "versions"]),
  /** The panel beside the code; the tool card when not set. */
  panel: oneOf(["test", "schema", "settings"]),
  /** The revisions to compare. */
  from: number,
  to: number,
  /** An execution whose input to run again. */
  replay: text(),
  /** A line to go to, of the source or of the tests. */
  line: number,
  ...trafficReaders,
});
