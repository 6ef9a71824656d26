import type { Handlers } from "../../ground/handler/handler.ts";
import { toPage } from "../../ground/handler/page.ts";
import { readWish } from "../../ground/handler/read-wish.ts";
import { cursorOf } from "../../ground/store/rows/select-page.ts";
import { describeLibraries, describeLibrary } from "./describe-libraries.ts";
import { listLibraryRows, findLibrary } from "./queries.ts";
import { found } from "../../ground/handler/not-found.ts";

/** The Project's Libraries, newest first, without their sources. */
export const listLibraries: Handlers["listLibraries"] = async ({ scope, query }) => {
  const { list, wish } = readWish(query, `libraries:${scope.projectId}`);
  const page = toPage(await listLibraryRows(scope, wish), query.limit, list, cursorOf);
  return { items: await describeLibraries(scope, page.items), nextCursor: page.nextCursor };
};

/** One Library of the Project, with its source. */
export const getLibrary: Handlers["getLibrary"] = async ({ scope, params }) =>
  describeLibrary(scope, found(await findLibrary(scope, params.libraryId)));
