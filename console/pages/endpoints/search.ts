import { said, searchFlag, searchOneOf, searchText } from "../../shell/search-params.ts";
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
  q?: string | undefined;
  kind?: (typeof endpointKinds)[number] | undefined;
  status?: "active" | "disabled" | undefined;
  sort?: (typeof sorts)[number] | undefined;
  /** The dialog for a new endpoint is open. */
  create?: true | undefined;
}

export interface EndpointSearch {
  /** The overview when not set. */
  tab?: Exclude<EndpointTab, "overview"> | undefined;
  /** A part of a tool's or route's name, which filters the list of bindings. */
  q?: string | undefined;
  /** Sorted by name when not set. */
  sort?: "-name" | undefined;
  /** The client whose setup is shown. */
  client?: string | undefined;
  /** The tool or route to try. */
  target?: string | undefined;
  revision?: "2025-11-25" | undefined;
  /** The binding whose form is open: its id, or `new`. */
  binding?: string | undefined;
  /** The Function that a new binding is for. */
  functionId?: string | undefined;
  /** The open dialog: the endpoint's own texts and limits, a policy, or a new key. */
  edit?: "endpoint" | Environment | "key" | undefined;
  /** The format on the discovery tab. */
  format?: "openapi" | undefined;
  /** For "try as caller": a key's id or `token`, and an origin. The URL never holds the claims of a token. */
  asKey?: string | undefined;
  asOrigin?: string | undefined;
  asTarget?: string | undefined;
}

const text = (value: unknown) => searchText(value, 320);

/** The state of the list, from its URL. */
export const endpointsSearch = (search: Record<string, unknown>): EndpointsSearch =>
  said<EndpointsSearch>({
    q: searchText(search["q"]),
    kind: searchOneOf(endpointKinds, search["kind"]),
    status: searchOneOf(["active", "disabled"], search["status"]),
    sort: searchOneOf(sorts, search["sort"]),
    create: searchFlag(search["create"]),
  });

/** The state of one endpoint's page, from its URL. */
export const endpointSearch = (search: Record<string, unknown>): EndpointSearch => {
  const tab = searchOneOf(tabs, search["tab"]);
  return said<EndpointSearch>({
    tab: tab === "overview" ? undefined : tab,
    q: searchText(search["q"]),
    sort: searchOneOf(["-name"], search["sort"]),
    client: text(search["client"]),
    target: text(search["target"]),
    revision: searchOneOf(["2025-11-25"], search["revision"]),
    binding: text(search["binding"]),
    functionId: text(search["functionId"]),
    edit: searchOneOf(["endpoint", "key", ...environments], search["edit"]),
    format: searchOneOf(["openapi"], search["format"]),
    asKey: text(search["asKey"]),
    asOrigin: text(search["asOrigin"]),
    asTarget: text(search["asTarget"]),
  });
};
