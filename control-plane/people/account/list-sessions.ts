import { resourceFrom } from "@ferrule/contract/resource-fields.ts";
import { session } from "@ferrule/contract/resources/user.ts";
import type { Handlers } from "../../ground/handler/handler.ts";
import { newestPage } from "../../ground/handler/list-page.ts";
import { sessionLifetime } from "../session/session-lifetime.ts";
import { listSessionRows } from "../session/queries.ts";

/** The caller's live sessions, newest first. */
export const listSessions: Handlers["listSessions"] = ({ app, scope, actor, query }) =>
  newestPage(
    query,
    `sessions:${actor.userId}`,
    (...page) => listSessionRows(scope, actor.userId, sessionLifetime(app.settings).idleMs, ...page),
    (rows) => rows.map((row) => resourceFrom(session, row, { current: row.id === actor.sessionId })),
  );
