import type { Operations } from "@ferrule/contract/operations.ts";
import type { Handler } from "../../ground/handler/handler.ts";
import { found } from "../../ground/handler/not-found.ts";
import { describeConnection } from "./describe-connections.ts";
import { findConnection } from "./queries/connections.ts";

export const getConnection: Handler<Operations["getConnection"]> = async ({ scope, params }) =>
  describeConnection(scope, found(await findConnection(scope, params.connectionId)));
