import { readConfig } from "@ferrule/contract/function-config/read-config.ts";
import type { FunctionConfig } from "@ferrule/contract/resources/function.ts";
import { validationError } from "../../ground/handler/validation-issues.ts";

/**
 * The settings that a source declares with `export const config = {…}`; empty when it declares none. `config` must be a
 * literal, because we evaluate nothing.
 * @throws PublicError VALIDATION_ERROR with the lines
 */
export function configInSource(source: string): FunctionConfig {
  const { config = {}, problems } = readConfig(source);
  if (problems.length === 0) return config;
  const told = problems.map(({ line, message }) => ({ path: "body.source", message: `line ${line}: ${message}` }));
  throw validationError(told);
}
