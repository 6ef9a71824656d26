import { functionUseLengths, functionUses, type FunctionUse } from "@ferrule/contract/permissions/function-uses.ts";
import { said, searchFlag, searchOneOf, searchText } from "../../shell/search-params.ts";

const panels = ["test", "schema", "settings"] as const;
const tabs = ["activity", "versions"] as const;
const statuses = ["draft", "deployed", "changed"] as const;

const sorts = [
  ...(["name", "updatedAt", "revision", "calls", "failed"] as const),
  ...(["-name", "-updatedAt", "-revision", "-calls", "-failed"] as const),
];

/** Only Functions that use these things. */
type Used = { [Use in FunctionUse]?: Use extends "cache" ? "true" : string };

export interface FunctionsSearch extends Used {
  /** Part of a name or slug. */
  q?: string | undefined;
  status?: (typeof statuses)[number] | undefined;
  /** The list's order, in the server's notation; newest first when not set. */
  sort?: (typeof sorts)[number] | undefined;
  /** The dialog for a new Function is open. */
  create?: true | undefined;
}

export interface FunctionSearch {
  /** The code when not set. */
  tab?: (typeof tabs)[number] | undefined;
  /** The panel beside the code; the tool card when not set. */
  panel?: (typeof panels)[number] | undefined;
  /** The revisions to compare. */
  from?: number | undefined;
  to?: number | undefined;
  /** An execution whose input to run again. */
  replay?: string | undefined;
  /** A line of the source to go to, counted from 1. */
  line?: number | undefined;
}

const revision = (value: unknown) => (Number.isInteger(Number(value)) && Number(value) > 0 ? Number(value) : undefined);
/** The filters by use that are set. */
export const usedIn = (search: Readonly<Record<string, unknown>> | FunctionsSearch): Used =>
  Object.fromEntries(
    functionUses.flatMap((use) => {
      const given = (search as Record<string, unknown>)[use];
      const longest = functionUseLengths[use];
      const fits =
        longest === null ? given === "true" : typeof given === "string" && given !== "" && given.length <= longest;
      return fits ? [[use, given]] : [];
    }),
  );

/** The state of the list, from its URL. */
export const functionsSearch = (search: Record<string, unknown>): FunctionsSearch =>
  said<FunctionsSearch>({
    q: searchText(search["q"]),
    status: searchOneOf(statuses, search["status"]),
    sort: searchOneOf(sorts, search["sort"]),
    ...usedIn(search),
    create: searchFlag(search["create"]),
  });

/** The state of one Function's page, from its URL. */
export const functionSearch = (search: Record<string, unknown>): FunctionSearch =>
  said<FunctionSearch>({
    tab: searchOneOf(tabs, search["tab"]),
    panel: searchOneOf(panels, search["panel"]),
    from: revision(search["from"]),
    to: revision(search["to"]),
    replay: searchText(search["replay"]),
    line: revision(search["line"]),
  });
