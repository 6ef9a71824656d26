import { mostUriChars } from "@ferrule/contract/internal/changes.ts";
import { isObject } from "@ferrule/contract/json-schema/is-object.ts";
import { listKinds, type ListKind, type Params } from "../transport/method.ts";

/** The changes that a client wants to hear of (MCP 2026-07-28, Subscriptions, "Notification Filter"). */
export interface WishedChanges {
  lists: readonly ListKind[];
  /** The URIs of resources. */
  uris: readonly string[];
}

const mostUris = 50;
/** Of all URIs of one stream together, so that ten thousand streams have a bounded size. */
const mostUriCharsTogether = 8_000;

function readUris(given: unknown): readonly string[] | string {
  if (given === undefined) return [];
  if (!Array.isArray(given) || given.some((uri) => typeof uri !== "string")) {
    return "resourceSubscriptions is not a list of URIs";
  }
  const uris = [...new Set(given as string[])];
  if (uris.length > mostUris) return `resourceSubscriptions has more than ${mostUris} URIs`;
  if (uris.some((uri) => uri.length > mostUriChars)) return `a URI has more than ${mostUriChars} characters`;
  const chars = uris.reduce((sum, uri) => sum + uri.length, 0);
  return chars > mostUriCharsTogether ? `the URIs have more than ${mostUriCharsTogether} characters together` : uris;
}

/** Reads the filter of `subscriptions/listen`. It ignores types that it does not know. A text says what is wrong. */
export function readWishedChanges(params: Params | undefined): WishedChanges | string {
  const filter = params?.["notifications"];
  if (!isObject(filter)) return "notifications is not an object";
  const lists: ListKind[] = [];
  for (const kind of listKinds) {
    const wished = filter[`${kind}ListChanged`];
    if (wished !== undefined && typeof wished !== "boolean") return `${kind}ListChanged is not true or false`;
    if (wished === true) lists.push(kind);
  }
  const uris = readUris(filter["resourceSubscriptions"]);
  return typeof uris === "string" ? uris : { lists, uris };
}
