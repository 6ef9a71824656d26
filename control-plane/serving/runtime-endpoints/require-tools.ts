import type { EndpointKind, UnknownArgumentMode } from "@ferrule/contract/states.ts";
import { validationError } from "../../ground/handler/validation-issues.ts";

/**
 * Only for tools can unknown arguments be ignored: the parameters of a route belong to its contract.
 * @throws PublicError VALIDATION_ERROR
 */
export function requireTools(kind: EndpointKind, unknownArguments: UnknownArgumentMode | undefined): void {
  if (kind === "mcp" || unknownArguments !== "ignore") return;
  throw validationError([
    { path: "body.unknownArguments", message: "must be refuse: only MCP endpoints can ignore them" },
  ]);
}
