import type { Handlers } from "../../ground/handler/handler.ts";
import { newestPage } from "../../ground/handler/list-page.ts";
import { listErasureRows, toErasure } from "./queries.ts";

/** The Project's erasures, newest first. */
export const listErasures: Handlers["listErasures"] = ({ scope, query }) =>
  newestPage(
    query,
    `erasures:${scope.projectId}`,
    (...page) => listErasureRows(scope, ...page),
    (rows) => rows.map(toErasure),
  );
