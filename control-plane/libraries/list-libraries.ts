import type { Operations } from "@ferrule/contract/operations.ts";
import type { Handler } from "../http/handler.ts";
import { decodeCursor, toPage } from "../http/page.ts";
import { describeLibraries } from "./describe-libraries.ts";
import { listLibraryRows } from "./records.ts";

/** Specification 4.7: the Project's Libraries, newest first, without their sources. */
export const listLibraries: Handler<Operations["listLibraries"]> = async ({ scope, query }) => {
  const list = `libraries:${scope.projectId}`;
  const before = decodeCursor(query.cursor, list)?.[0];
  const page = toPage(await listLibraryRows(scope, query.limit, before), query.limit, list, ({ id }) => [id]);
  return { items: await describeLibraries(scope, page.items), nextCursor: page.nextCursor };
};
