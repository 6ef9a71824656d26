import type { Handlers } from "../../ground/handler/handler.ts";
import { found } from "../../ground/handler/not-found.ts";
import { findConnection } from "./queries/connections.ts";
import { findSchema } from "./queries/schemas.ts";

export const getConnectionSchema: Handlers["getConnectionSchema"] = async ({ scope, params }) =>
  findSchema(scope, found(await findConnection(scope, params.connectionId)).id);
