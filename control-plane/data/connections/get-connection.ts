import type { Handlers } from "../../ground/handler/handler.ts";
import { found } from "../../ground/handler/not-found.ts";
import { describeConnection } from "./describe-connections.ts";
import { findConnection } from "./queries/connections.ts";

export const getConnection: Handlers["getConnection"] = async ({ scope, params }) =>
  describeConnection(scope, found(await findConnection(scope, params.connectionId)));
