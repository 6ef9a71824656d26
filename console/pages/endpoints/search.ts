import { searchText } from "../../shell/search-params.ts";
import { environments, endpointKinds, type Environment } from "@ferrule/contract/states.ts";

export const tabs = ["overview", "connect", "try", "bindings", "access", "discovery", "manifest"] as const;
export type EndpointTab = (typeof tabs)[number];

/** The MCP revisions that the try-it can speak: the current one, and the newest with a handshake. */
export const triedRevisions = ["2026-07-28", "2025-11-25"] as const;
export type TriedRevision = (typeof triedRevisions)[number];

const sorts = [
  ...(["name", "kind", "updatedAt", "bindings", "calls", "failed"] as const),
  ...(["-name", "-kind", "-updatedAt", "-bindings", "-calls", "-failed"] as const),
];

export interface EndpointsSearch {
  /** Part of a name or slug. */
  q?: string;
  kind?: (typeof endpointKinds)[number];
  status?: "active" | "disabled";
  sort?: (typeof sorts)[number];
  /** The dialog for a new endpoint is open. */
  create?: true;
}

export interface EndpointSearch {
  /** The overview when not set. */
  tab?: Exclude<EndpointTab, "overview">;
  /** A part of a tool's or route's name, which filters the list of bindings. */
  q?: string;
  /** Sorted by name when not set. */
  sort?: "-name";
  /** The client whose setup is shown. */
  client?: string;
  /** The tool or route to try. */
  target?: string;
  revision?: "2025-11-25";
  /** The binding whose form is open: its id, or `new`. */
  binding?: string;
  /** The Function that a new binding is for. */
  functionId?: string;
  /** The open dialog: the endpoint's own texts and limits, a policy, or a new key. */
  edit?: "endpoint" | Environment | "key";
  /** The format that the discovery tab shows. */
  format?: "openapi";
  /** For "try as caller": a key's id or `token`, and an origin. The URL never holds the claims of a token. */
  asKey?: string;
  asOrigin?: string;
  asTarget?: string;
}

const oneOf = <V extends string>(choices: readonly V[], value: unknown): V | undefined =>
  choices.find((choice) => choice === value);
const text = (value: unknown) => (typeof value === "string" && value !== "" ? value.slice(0, 320) : undefined);

/** Drops unset values, so that the URL carries only what differs from the default. */
const said = <T extends object>(search: { [K in keyof T]: T[K] | undefined }): T =>
  Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined)) as T;

/** The state of the list, from its URL. */
export const endpointsSearch = (search: Record<string, unknown>): EndpointsSearch =>
  said<EndpointsSearch>({
    q: searchText(search["q"]),
    kind: oneOf(endpointKinds, search["kind"]),
    status: oneOf(["active", "disabled"], search["status"]),
    sort: oneOf(sorts, search["sort"]),
    create: search["create"] === true ? true : undefined,
  });

/** The state of one endpoint's page, from its URL. */
export const endpointSearch = (search: Record<string, unknown>): EndpointSearch => {
  const tab = oneOf(tabs, search["tab"]);
  return said<EndpointSearch>({
    tab: tab === "overview" ? undefined : tab,
    q: searchText(search["q"]),
    sort: oneOf(["-name"], search["sort"]),
    client: text(search["client"]),
    target: text(search["target"]),
    revision: oneOf(["2025-11-25"], search["revision"]),
    binding: text(search["binding"]),
    functionId: text(search["functionId"]),
    edit: oneOf(["endpoint", "key", ...environments], search["edit"]),
    format: oneOf(["openapi"], search["format"]),
    asKey: text(search["asKey"]),
    asOrigin: text(search["asOrigin"]),
    asTarget: text(search["asTarget"]),
  });
};
