import { environments, endpointKinds, mcpBindingKinds } from "@ferrule/contract/states.ts";
import { trafficReaders } from "../traffic/search.ts";
import { flag, oneOf, searchOf, sortOf, text } from "../../shell/page/search-params.ts";

const tabs = ["connect", "try", "bindings", "access", "discovery", "manifest"] as const;
export type EndpointTab = "overview" | (typeof tabs)[number];

/** The MCP revisions that the try-it can speak: the current one, and the newest with a handshake. */
export const triedRevisions = ["2026-07-28", "2025-11-25"] as const;
export type TriedRevision = (typeof triedRevisions)[number];

/** The state of the list, from its URL. */
export const endpointsSearch = searchOf({
  /** Part of a name or slug. */
  q: text(),
  kind: oneOf(endpointKinds),
  status: oneOf(["active", "disabled"]),
  sort: sortOf("name", "kind", "updatedAt", "bindings", "calls", "failed"),
  /** The dialog for a new endpoint is open. */
  create: flag,
});

const name = text(320);

/** The state of one endpoint's page, from its URL. */
export const endpointSearch = searchOf({
  /** The overview when not set. */
  tab: oneOf(tabs),
  /** A part of a tool's or route's name, which filters the list of bindings. */
  q: text(),
  /** Sorted by name when not set. */
  sort: oneOf(["-name"]),
  /** The client whose setup is shown. */
  client: name,
  /** The tool or route to try. */
  target: name,
  revision: oneOf(["2025-11-25"]),
  /** The binding whose form is open: its id, or `new`. */
  binding: name,
  /** The kind of a new one on an MCP Endpoint; a tool when not set. */
  offer: oneOf(["resource", "prompt"]),
  /** Only what is offered of this kind. */
  kind: oneOf(mcpBindingKinds),
  /** The Function that a new binding is for. */
  functionId: name,
  /** The open dialog: the endpoint's own texts and limits, a policy, or a new key. */
  edit: oneOf(["endpoint", "key", ...environments]),
  /** The binding whose calls the overview's charts show; the endpoint's when not set. */
  of: name,
  ...trafficReaders,
  /** The format that the discovery tab shows. */
  format: oneOf(["openapi"]),
  /** For "try as caller": a key's id or `token`, and an origin. The URL never holds the claims of a token. */
  asKey: name,
  asOrigin: name,
  asTarget: name,
});

export type EndpointSearch = ReturnType<typeof endpointSearch>;
