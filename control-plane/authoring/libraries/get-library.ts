import type { Handlers } from "../../ground/handler/handler.ts";
import { found } from "../../ground/handler/not-found.ts";
import { describeLibrary } from "./describe-libraries.ts";
import { findLibrary } from "./queries.ts";

/** One Library of the Project, with its source. */
export const getLibrary: Handlers["getLibrary"] = async ({ scope, params }) =>
  describeLibrary(scope, found(await findLibrary(scope, params.libraryId)));
