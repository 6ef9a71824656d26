import { settingNames, type FunctionConfig } from "@ferrule/contract/resources/function.ts";
import { isDeepStrictEqual } from "node:util";
import { checkGivenSchemas } from "../../ground/handler/check-given-schemas.ts";
import type { Handlers } from "../../ground/handler/handler.ts";
import { found } from "../../ground/handler/not-found.ts";
import { validationError } from "../../ground/handler/validation-issues.ts";
import { configInSource } from "./config-in-source.ts";
import { findFunction } from "./queries/functions.ts";
import { saveFunction } from "./save-function.ts";

/**
 * Refuses to change a setting that the source's `config` sets. @throws PublicError VALIDATION_ERROR for another value
 */
function requireOutsideCode(given: FunctionConfig, source: string): void {
  const config = configInSource(source);
  const issues = settingNames
    .filter((name) => given[name] !== undefined && config[name] !== undefined)
    .filter((name) => !isDeepStrictEqual(given[name], config[name]))
    .map((name) => ({ path: `body.${name}`, message: "is set by config in the source: change it there" }));
  if (issues.length > 0) throw validationError(issues);
}

/** PATCH merges into a Function's draft; an omitted field stays. */
export const updateFunction: Handlers["updateFunction"] = async (context) => {
  const { scope, params, body } = context;
  checkGivenSchemas(body);
  requireOutsideCode(body, body.source ?? found(await findFunction(scope, params.functionId)).source);
  return saveFunction(context, body);
};
