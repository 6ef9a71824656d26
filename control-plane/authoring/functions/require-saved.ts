import type { Environment } from "@ferrule/contract/states.ts";
import { validationError } from "../../ground/handler/validation-issues.ts";

/** Production runs the saved source only. @throws PublicError VALIDATION_ERROR */
export function requireSaved(environment: Environment, source: string | undefined): void {
  if (environment !== "production" || source === undefined) return;
  throw validationError([{ path: "body.source", message: "must be left out: production runs the saved source only" }]);
}
