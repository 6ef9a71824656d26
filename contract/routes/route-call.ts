import { sentPath } from "./sent-path.ts";

/** How a route takes its input. */
export interface CalledRoute {
  method: string;
  path: string;
  /** The member of the input that is the whole body; without one, its members are the body's. */
  bodyProperty?: string | null | undefined;
}

export interface RouteCall {
  /** With the query. */
  path: string;
  /** Undefined for a method without one. */
  body: unknown;
}

/** An input as the members that a call can carry; without any if it is not an object. */
export const asArguments = (input: unknown): Record<string, unknown> =>
  typeof input === "object" && input !== null && !Array.isArray(input) ? (input as Record<string, unknown>) : {};

const textOf = (value: unknown) => (typeof value === "string" ? value : JSON.stringify(value));

/** Names of a query may come several times: once for each item of a list. */
const queryOf = (members: Record<string, unknown>) =>
  new URLSearchParams(
    Object.entries(members).flatMap(([name, value]) =>
      (Array.isArray(value) ? value : [value]).map((one) => [name, textOf(one)]),
    ),
  ).toString();

/**
 * How to call a route with an input. Its members go into the path. The rest goes into the query, or into the body if the
 * method has one. A parameter that the input lacks stays as its name in braces.
 */
export function routeCall({ method, path, bodyProperty }: CalledRoute, input: unknown): RouteCall {
  const rest = { ...asArguments(input) };
  const take = (name: string) => {
    const value = rest[name];
    delete rest[name];
    return value;
  };
  const filled = sentPath(path).replaceAll(/\{([^}]+)\}/g, (_, name: string) => {
    const value = take(name);
    return encodeURIComponent(value === undefined ? `{${name}}` : textOf(value));
  });
  const hasBody = !["GET", "DELETE"].includes(method);
  const own = hasBody && bodyProperty ? { body: take(bodyProperty) } : null;
  const query = hasBody && own === null ? "" : queryOf(rest);
  return {
    path: `${filled}${query === "" ? "" : `?${query}`}`,
    body: hasBody ? (own === null ? rest : own.body) : undefined,
  };
}
