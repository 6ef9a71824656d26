import type { ArtifactRoute } from "@ferrule/contract/internal/artifact.ts";
import { coercionsOf, type Coercions } from "../schemas/coercions.ts";
import type { CompiledFunction } from "../functions/compile-function.ts";

/** One enabled HTTP binding, ready to be called. */
export interface CompiledRoute {
  binding: ArtifactRoute;
  /** The route's name in a key's scopes: `GET /orders/{orderId}`. */
  name: string;
  parameters: readonly string[];
  called: CompiledFunction;
  /** The property of the input that gets the whole body; undefined: the body's members are merged into the input. */
  property: string | undefined;
  /** For the fields of a form. */
  bodyCoercions: Coercions;
}

interface Node {
  fixed: Map<string, Node>;
  parameter: Node | null;
  routes: Map<string, CompiledRoute>;
}

export interface RouteMatch {
  /** The routes of the requested path, by method. */
  routes: ReadonlyMap<string, CompiledRoute>;
  /** Decoded, in the order of the path. */
  values: string[];
}

export interface RouteTable {
  /** The methods of all matching paths, for preflights. */
  methods: readonly string[];
  /** All routes, by path and method. `callableBy` reduces them to those that one caller may call. */
  routes: readonly CompiledRoute[];
  /** Of the artifact. */
  digest: string;
  /** Null when no path matches. @throws URIError for an invalid escape */
  match: (path: string) => RouteMatch | null;
}

const node = (): Node => ({ fixed: new Map(), parameter: null, routes: new Map() });
const parameterName = /^\{(.+)\}$/;
const split = (path: string): string[] => (path === "/" || path === "" ? [] : path.slice(1).split("/"));
const isAscii = (segment: string): boolean => /^\p{ASCII}*$/u.test(segment);
const decoded = (segment: string): string => (segment.includes("%") ? decodeURIComponent(segment) : segment);

function find(at: Node, segments: readonly string[], index: number, values: string[]): Node | null {
  const segment = segments[index];
  if (segment === undefined) return at.routes.size > 0 ? at : null;
  const fixed = at.fixed.get(segment) ?? (isAscii(segment) ? undefined : at.fixed.get(segment.normalize("NFC")));
  const found = fixed === undefined ? null : find(fixed, segments, index + 1, values);
  if (found !== null || at.parameter === null || segment === "") return found;
  values.push(segment);
  const behind = find(at.parameter, segments, index + 1, values);
  if (behind === null) values.pop();
  return behind;
}

const placeInList = ({ binding }: CompiledRoute) => `${binding.path} ${binding.method}`;

function bodyPlace({ bodyProperty }: ArtifactRoute, called: CompiledFunction) {
  const { broken, artifact, coercions } = called;
  const isNested = bodyProperty !== undefined && broken === null;
  return {
    property: bodyProperty,
    bodyCoercions: isNested ? coercionsOf(artifact.inputSchema, bodyProperty) : coercions,
  };
}

/**
 * Compiles the routes of one endpoint. A fixed segment wins over a parameter at the same place; a path with an empty
 * segment (a trailing slash is one) matches nothing, so that each route has one address.
 */
export function compileRoutes(
  digest: string,
  routes: Iterable<readonly [ArtifactRoute, CompiledFunction]>,
): RouteTable {
  const root = node();
  const methods = new Set<string>();
  const all: CompiledRoute[] = [];
  for (const [binding, called] of routes) {
    const parameters: string[] = [];
    let at = root;
    for (const segment of split(binding.path)) {
      const name = parameterName.exec(segment)?.[1];
      if (name === undefined) {
        const next = at.fixed.get(segment) ?? node();
        at.fixed.set(segment, next);
        at = next;
      } else {
        parameters.push(name);
        at.parameter ??= node();
        at = at.parameter;
      }
    }
    const name = `${binding.method} ${binding.path}`;
    const route = { binding, name, parameters, called, ...bodyPlace(binding, called) };
    at.routes.set(binding.method, route);
    all.push(route);
    methods.add(binding.method);
  }
  return {
    methods: [...methods].sort(),
    routes: all.sort((a, b) => (placeInList(a) < placeInList(b) ? -1 : 1)),
    digest,
    match(path) {
      const segments = split(path).map((segment) => decoded(segment));
      const values: string[] = [];
      const found = find(root, segments, 0, values);
      return found === null ? null : { routes: found.routes, values };
    },
  };
}
