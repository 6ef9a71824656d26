import type { Handlers } from "../../ground/handler/handler.ts";
import { wishedPage } from "../../ground/handler/list-page.ts";
import { describeLibraries, describeLibrary } from "./describe-libraries.ts";
import { listLibraryRows, findLibrary } from "./queries.ts";
import { found } from "../../ground/handler/not-found.ts";

/** The Project's Libraries, newest first, without their sources. */
export const listLibraries: Handlers["listLibraries"] = ({ scope, query }) =>
  wishedPage(
    query,
    `libraries:${scope.projectId}`,
    (wish) => listLibraryRows(scope, wish),
    (rows) => describeLibraries(scope, rows),
  );

/** One Library of the Project, with its source. */
export const getLibrary: Handlers["getLibrary"] = async ({ scope, params }) =>
  describeLibrary(scope, found(await findLibrary(scope, params.libraryId)));
