import type { Handlers } from "../../ground/handler/handler.ts";
import { wishedPage } from "../../ground/handler/list-page.ts";
import { listTokenRows, toApiToken } from "./queries.ts";

/** The caller's API tokens, newest first: metadata only. */
export const listTokens: Handlers["listTokens"] = ({ scope, actor, query }) =>
  wishedPage(
    query,
    `tokens:${actor.userId}`,
    (wish) => listTokenRows(scope, actor.userId, wish),
    (rows) => rows.map(toApiToken),
  );
