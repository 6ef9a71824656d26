import type { Handlers } from "../../ground/handler/handler.ts";
import { createFunction } from "./create-function.ts";
import { deleteFunction } from "./delete-function.ts";
import { getFunctionTypes } from "./get-function-types.ts";
import { getFunctionVersion } from "./get-function-version.ts";
import { getFunction } from "./get-function.ts";
import { listFunctionVersions } from "./list-function-versions.ts";
import { listFunctions } from "./list-functions.ts";
import { replaceFunction } from "./replace-function.ts";
import { replayExecution } from "./replay-execution.ts";
import { testFunction } from "./test-function.ts";
import { updateFunction } from "./update-function.ts";
import { validateFunction } from "./validate-function.ts";

export const functionHandlers = {
  listFunctions,
  createFunction,
  getFunctionTypes,
  getFunction,
  replaceFunction,
  updateFunction,
  deleteFunction,
  listFunctionVersions,
  getFunctionVersion,
  validateFunction,
  testFunction,
  replayExecution,
} satisfies Partial<Handlers>;
