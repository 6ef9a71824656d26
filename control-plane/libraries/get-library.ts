import type { Operations } from "@ferrule/contract/operations.ts";
import type { Handler } from "../http/handler.ts";
import { found } from "../http/not-found.ts";
import { describeLibrary } from "./describe-libraries.ts";
import { findLibrary } from "./records.ts";

/** One Library of the Project, with its source. */
export const getLibrary: Handler<Operations["getLibrary"]> = async ({ scope, params }) =>
  describeLibrary(scope, found(await findLibrary(scope, params.libraryId)));
