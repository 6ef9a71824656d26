import type { IncomingHttpHeaders } from "node:http";
import type { JsonSchema } from "@ferrule/contract/internal/artifact.ts";
import { isObject } from "@ferrule/contract/json-schema/is-object.ts";
import type { Issue } from "@ferrule/contract/json-schema/issue.ts";
import { coerce, whyInexact, type Coercions } from "../../../deployed/endpoints/coercions.ts";

export type Query = Record<string, string | string[]>;

/** The query of a URL by name; a name that is repeated has a list. */
export function parseQuery(text: string): Query {
  const query: Query = Object.create(null) as Query;
  if (text === "") return query;
  for (const [name, value] of new URLSearchParams(text)) {
    const before = query[name];
    if (before === undefined) query[name] = value;
    else if (Array.isArray(before)) before.push(value);
    else query[name] = [before, value];
  }
  return query;
}

/**
 * Removes the digest of a JSON body that Twilio adds to the address. The digest belongs to the signature; it is input
 * only if the route declares it.
 */
export function withoutDigest(query: Query, headers: IncomingHttpHeaders, { properties }: JsonSchema): Query {
  if (headers["x-twilio-signature"] === undefined || query["bodySHA256"] === undefined) return query;
  if (isObject(properties) && Object.hasOwn(properties, "bodySHA256")) return query;
  const { bodySHA256: _digest, ...rest } = query;
  return rest;
}

interface Parts {
  parameters: readonly string[];
  /** Decoded, in the order of `parameters`. */
  values: readonly string[];
  query: Query;
  /** Null without a body. */
  body: Record<string, unknown> | null;
}

/**
 * Merges path, query and body into one input (docs/http.md, Input). If a name occurs in two places, that is an issue:
 * we never choose one. A number that JavaScript cannot represent exactly is also an issue.
 */
export function mergeInput(
  parts: Parts,
  coercions: Coercions,
): { input: Record<string, unknown> } | { issues: Issue[] } {
  const { parameters, values, query, body } = parts;
  const input = Object.create(null) as Record<string, unknown>;
  const found: Issue[] = [];
  const note = (name: string, message: string) => found.push({ path: `input.${name}`.slice(0, 200), message });
  const put = (name: string, value: unknown) => {
    if (name in input) note(name, "is given in two places");
    else input[name] = value;
  };
  const putText = (name: string, given: string | readonly string[]) => {
    const coercion = coercions.get(name);
    const value = coerce(given, coercion);
    const reason = whyInexact(value, coercion);
    if (reason !== null) note(name, reason);
    put(name, value);
  };
  parameters.forEach((name, at) => putText(name, values[at] ?? ""));
  for (const name in query) putText(name, query[name] ?? "");
  if (body !== null) for (const name of Object.keys(body)) put(name, body[name]);
  return found.length > 0 ? { issues: found.slice(0, 20) } : { input };
}
