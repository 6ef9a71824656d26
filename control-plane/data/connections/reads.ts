import type { Handlers } from "../../ground/handler/handler.ts";
import { toPage } from "../../ground/handler/page.ts";
import { readWish } from "../../ground/handler/read-wish.ts";
import { cursorOf } from "../../ground/store/rows/select-page.ts";
import { describeConnections, describeConnection } from "./describe-connections.ts";
import { listConnectionRows, findConnection } from "./queries/connections.ts";
import { found } from "../../ground/handler/not-found.ts";
import { findSchema } from "./queries/schemas.ts";

/** The Project's connections, newest first, without their URLs. */
export const listConnections: Handlers["listConnections"] = async ({ scope, query }) => {
  const { list, wish } = readWish(query, `connections:${scope.projectId}`);
  const page = toPage(await listConnectionRows(scope, { ...wish, name: wish.names }), query.limit, list, cursorOf);
  return { items: await describeConnections(scope, page.items), nextCursor: page.nextCursor };
};

export const getConnectionSchema: Handlers["getConnectionSchema"] = async ({ scope, params }) =>
  findSchema(scope, found(await findConnection(scope, params.connectionId)).id);

export const getConnection: Handlers["getConnection"] = async ({ scope, params }) =>
  describeConnection(scope, found(await findConnection(scope, params.connectionId)));
