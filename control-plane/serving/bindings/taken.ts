import { PublicError } from "@ferrule/contract/errors.ts";
import { violates } from "../../ground/store/constraint.ts";

/** Throws 409 CONFLICT for a write that would take another binding's name. */
export function taken(error: unknown): never {
  if (violates(error, "mcp_bindings_tool_taken")) {
    throw new PublicError("CONFLICT", "This endpoint has a tool, resource or prompt of this kind and name already.");
  }
  if (violates(error, "mcp_bindings_uri_taken")) {
    throw new PublicError(
      "CONFLICT",
      "This endpoint has a resource with this URI already, whatever its variables are called.",
    );
  }
  if (violates(error, "http_bindings_route_taken")) {
    throw new PublicError(
      "CONFLICT",
      "This endpoint already has a route that matches the same requests, whatever its parameters are called.",
    );
  }
  throw error;
}
