import { internalRouteNames, internalRoutes, type InternalRouteName } from "@ferrule/contract/internal/routes.ts";

const forms = internalRouteNames.map((name) => {
  const { method, path } = internalRoutes[name];
  return { name, method, form: new RegExp(`^${path.replaceAll(/:(\w+)/g, "(?<$1>[^/]+)")}$`) };
});

/** The route of `/internal` for a request, with the `id` or `digest` of its path; undefined when there is none. */
export function matchRoute(
  asked: string | undefined,
  path: string,
): { name: InternalRouteName; id: string } | undefined {
  for (const { name, method, form } of forms) {
    const found = method === asked ? form.exec(path) : null;
    if (found !== null) return { name, id: found[1] ?? "" };
  }
  return undefined;
}
