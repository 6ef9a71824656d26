import { sentPath } from "@ferrule/contract/routes/sent-path.ts";
import { quoted } from "../connect/client-texts.ts";
import { bodyExpression, contentTypes, curlOptions, wholeBody } from "./encode-body.ts";
import type { Route } from "../discovery/served.ts";

export interface HttpRequest {
  method: string;
  /** Path and query, relative to the endpoint's address. */
  path: string;
  body: unknown;
  bodyType: Route["bodyType"];
}

/** The parts of a route that decide where each input member goes in a request. */
type RouteShape = Pick<Route, "method" | "path"> & Partial<Pick<Route, "bodyType" | "bodyProperty">>;

const asText = (value: unknown) => (typeof value === "string" ? value : JSON.stringify(value));

/** The names in the braces of a path. */
export const pathParameters = (path: string): string[] =>
  [...path.matchAll(/\{([^}]+)\}/g)].map((match) => match[1] ?? "");

/**
 * Where an input member goes in a request: into the path; for a method without a body, into the query; otherwise into
 * the body.
 */
export function placeOf(route: RouteShape, name: string): "path" | "query" | "body" {
  const { method, path, bodyType = "json", bodyProperty = null } = route;
  if (pathParameters(path).includes(name)) return "path";
  if (method === "GET" || method === "DELETE") return "query";
  const whole = wholeBody({ bodyType, bodyProperty });
  return whole === null || whole === name ? "body" : "query";
}

/** Builds the request that carries an input to a route (docs/http.md): a list in the query repeats its name. */
export function requestOf(route: RouteShape, input: unknown): HttpRequest {
  const given = typeof input === "object" && input !== null ? (input as Record<string, unknown>) : {};
  const at = (place: string) =>
    Object.entries(given).filter(([name, value]) => value !== undefined && placeOf(route, name) === place);
  const filled = at("path").reduce(
    (path, [name, value]) => path.replace(`{${name}}`, () => encodeURIComponent(asText(value))),
    sentPath(route.path),
  );
  const query = new URLSearchParams(
    at("query").flatMap(([name, value]) =>
      Array.isArray(value) ? value.map((one) => [name, asText(one)]) : [[name, asText(value)]],
    ),
  ).toString();
  const body = at("body");
  const hasBody = route.method !== "GET" && route.method !== "DELETE";
  const { bodyType = "json", bodyProperty = null } = route;
  const whole = wholeBody({ bodyType, bodyProperty });
  const sent = whole === null ? Object.fromEntries(body) : given[whole];
  return {
    method: route.method,
    path: query === "" ? filled : `${filled}?${query}`,
    body: hasBody ? sent : undefined,
    bodyType,
  };
}

/** The same request as a curl command. `url` is the endpoint's address. */
export function curlOf(url: string, { method, path, body, bodyType }: HttpRequest, key: string | null): string {
  const lines = [
    `curl -s${method === "GET" ? "" : ` -X ${method}`} ${quoted(url + path)}`,
    ...(key === null ? [] : [`-H ${quoted(`x-api-key: ${key}`)}`]),
    ...(body === undefined ? [] : curlOptions(bodyType, body, quoted)),
  ];
  return lines.join(" \\\n  ");
}

/** The same request in JavaScript. */
export function fetchOf(url: string, { method, path, body, bodyType }: HttpRequest, key: string | null): string {
  const headers = {
    ...(key === null ? {} : { "x-api-key": key }),
    ...(body === undefined || bodyType === "multipart" ? {} : { "content-type": contentTypes[bodyType] }),
  };
  const options = [
    ...(method === "GET" ? [] : [`  method: ${JSON.stringify(method)},`]),
    ...(Object.keys(headers).length === 0 ? [] : [`  headers: ${JSON.stringify(headers)},`]),
    ...(body === undefined ? [] : [`  body: ${bodyExpression(bodyType, body)},`]),
  ];
  const call = options.length === 0 ? "" : `, {\n${options.join("\n")}\n}`;
  return `const response = await fetch(${JSON.stringify(url + path)}${call});\nconsole.log(response.status, await response.json());\n`;
}
