import type { Handlers } from "../../ground/handler/handler.ts";
import { wishedPage } from "../../ground/handler/list-page.ts";
import { describeConnections, describeConnection } from "./describe-connections.ts";
import { listConnectionRows, findConnection } from "./queries/connections.ts";
import { found } from "../../ground/handler/not-found.ts";
import { findSchema } from "./queries/schemas.ts";

/** The Project's connections, newest first, without their URLs. */
export const listConnections: Handlers["listConnections"] = ({ scope, query }) =>
  wishedPage(
    query,
    `connections:${scope.projectId}`,
    (wish) => listConnectionRows(scope, { ...wish, name: wish.names }),
    (rows) => describeConnections(scope, rows),
  );

export const getConnectionSchema: Handlers["getConnectionSchema"] = async ({ scope, params }) =>
  findSchema(scope, found(await findConnection(scope, params.connectionId)).id);

export const getConnection: Handlers["getConnection"] = async ({ scope, params }) =>
  describeConnection(scope, found(await findConnection(scope, params.connectionId)));
