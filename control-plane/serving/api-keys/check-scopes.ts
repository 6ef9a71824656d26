import { isTarget } from "@ferrule/contract/mcp-bindings/target-of.ts";
import { routePath } from "@ferrule/contract/resources/binding.ts";
import { httpMethods, type EndpointKind } from "@ferrule/contract/states.ts";
import { validationError } from "../../ground/handler/validation-issues.ts";

const methods: readonly string[] = httpMethods;

function isRoute(scope: string): boolean {
  const [method = "", path = "", ...rest] = scope.split(" ");
  return rest.length === 0 && methods.includes(method) && routePath.safeParse(path).data === path;
}

/**
 * Checks the form of a key's scopes: they must be names of tools, resources and prompts (`targetOf`), or routes like `GET /orders/{orderId}`. The tool or
 * route need not exist yet.
 * @throws PublicError VALIDATION_ERROR naming each invalid scope.
 */
export function checkScopes(scopes: readonly string[], kind: EndpointKind): void {
  const fits = kind === "mcp" ? isTarget : isRoute;
  const message =
    kind === "mcp"
      ? "must be a tool name, or resource:NAME or prompt:NAME"
      : "must be a route like GET /orders/{orderId}";
  const issues = scopes.flatMap((scope, index) => (fits(scope) ? [] : [{ path: `body.scopes.${index}`, message }]));
  if (issues.length > 0) throw validationError(issues);
}
