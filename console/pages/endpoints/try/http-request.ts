import { quoted } from "../connect/clients.ts";
import type { Route } from "../discovery/use-served.ts";

export interface HttpRequest {
  method: string;
  /** Behind the endpoint's address: path and query. */
  path: string;
  body: unknown;
}

const asText = (value: unknown) => (typeof value === "string" ? value : JSON.stringify(value));

/** The names in the braces of a path. */
export const pathParameters = (path: string): string[] =>
  [...path.matchAll(/\{([^}]+)\}/g)].map((match) => match[1] ?? "");

/** Where an input's member travels: in the path, in the query of what has no body, else in the body. */
export function placeOf({ method, path }: Pick<Route, "method" | "path">, name: string): "path" | "query" | "body" {
  if (pathParameters(path).includes(name)) return "path";
  return method === "GET" || method === "DELETE" ? "query" : "body";
}

/** The request by which an input reaches a route (docs/http.md): lists in a query repeat their name. */
export function requestOf(route: Pick<Route, "method" | "path">, input: unknown): HttpRequest {
  const given = typeof input === "object" && input !== null ? (input as Record<string, unknown>) : {};
  const at = (place: string) =>
    Object.entries(given).filter(([name, value]) => value !== undefined && placeOf(route, name) === place);
  const filled = at("path").reduce(
    (path, [name, value]) => path.replace(`{${name}}`, () => encodeURIComponent(asText(value))),
    route.path,
  );
  const query = new URLSearchParams(
    at("query").flatMap(([name, value]) =>
      Array.isArray(value) ? value.map((one) => [name, asText(one)]) : [[name, asText(value)]],
    ),
  ).toString();
  const body = at("body");
  const hasBody = route.method !== "GET" && route.method !== "DELETE";
  return {
    method: route.method,
    path: query === "" ? filled : `${filled}?${query}`,
    body: hasBody ? Object.fromEntries(body) : undefined,
  };
}

/** The same request for a shell. `url` is the endpoint's address. */
export function curlOf(url: string, { method, path, body }: HttpRequest, key: string | null): string {
  const lines = [
    `curl -s${method === "GET" ? "" : ` -X ${method}`} ${quoted(url + path)}`,
    ...(key === null ? [] : [`-H ${quoted(`x-api-key: ${key}`)}`]),
    ...(body === undefined ? [] : ["-H 'content-type: application/json'", `-d ${quoted(JSON.stringify(body))}`]),
  ];
  return lines.join(" \\\n  ");
}

/** The same request in JavaScript. */
export function fetchOf(url: string, { method, path, body }: HttpRequest, key: string | null): string {
  const headers = {
    ...(key === null ? {} : { "x-api-key": key }),
    ...(body === undefined ? {} : { "content-type": "application/json" }),
  };
  const options = [
    ...(method === "GET" ? [] : [`  method: ${JSON.stringify(method)},`]),
    ...(Object.keys(headers).length === 0 ? [] : [`  headers: ${JSON.stringify(headers)},`]),
    ...(body === undefined ? [] : [`  body: JSON.stringify(${JSON.stringify(body)}),`]),
  ];
  const call = options.length === 0 ? "" : `, {\n${options.join("\n")}\n}`;
  return `const response = await fetch(${JSON.stringify(url + path)}${call});\nconsole.log(response.status, await response.json());\n`;
}
