import { functionUseLengths, functionUses, type FunctionUse } from "@ferrule/contract/permissions/function-uses.ts";
import { searchText } from "../../shell/search-params.ts";

const panels = ["test", "schema", "settings"] as const;
const tabs = ["activity", "versions"] as const;
const statuses = ["draft", "deployed", "changed"] as const;

const sorts = [
  ...(["name", "updatedAt", "revision", "calls", "failed"] as const),
  ...(["-name", "-updatedAt", "-revision", "-calls", "-failed"] as const),
];
/** The list's order, in the server's notation; newest first when not set. */
export type FunctionSort = (typeof sorts)[number];

/** Only Functions that use what these name. */
type Used = { [Use in FunctionUse]?: Use extends "cache" ? "true" : string };

export interface FunctionsSearch extends Used {
  /** Part of a name or slug. */
  q?: string;
  status?: (typeof statuses)[number];
  sort?: FunctionSort;
  /** The dialog for a new Function is open. */
  create?: true;
}

export interface FunctionSearch {
  /** The code when not set. */
  tab?: (typeof tabs)[number];
  /** The panel beside the code; the tool card when not set. */
  panel?: (typeof panels)[number];
  /** The revisions to compare. */
  from?: number;
  to?: number;
  /** An execution whose input to run again. */
  replay?: string;
  /** A line of the source to go to, counted from 1. */
  line?: number;
}

const oneOf = <V extends string>(choices: readonly V[], value: unknown): V | undefined =>
  choices.find((choice) => choice === value);
const revision = (value: unknown) => (Number.isInteger(Number(value)) && Number(value) > 0 ? Number(value) : undefined);
const text = (value: unknown) => (typeof value === "string" && value !== "" ? value.slice(0, 200) : undefined);

/** Drops unset values, so that the URL carries only what differs from the default. */
const said = <T extends object>(search: { [K in keyof T]: T[K] | undefined }): T =>
  Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined)) as T;

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
    status: oneOf(statuses, search["status"]),
    sort: oneOf(sorts, search["sort"]),
    ...usedIn(search),
    create: search["create"] === true ? true : undefined,
  });

/** The state of one Function's page, from its URL. */
export const functionSearch = (search: Record<string, unknown>): FunctionSearch =>
  said<FunctionSearch>({
    tab: oneOf(tabs, search["tab"]),
    panel: oneOf(panels, search["panel"]),
    from: revision(search["from"]),
    to: revision(search["to"]),
    replay: text(search["replay"]),
    line: revision(search["line"]),
  });
