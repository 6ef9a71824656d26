import type { Operations } from "@ferrule/contract/operations.ts";
import type { Handler } from "../../ground/handler/handler.ts";
import { found } from "../../ground/handler/not-found.ts";
import { findToken, toApiToken } from "./queries.ts";

export const getToken: Handler<Operations["getToken"]> = async ({ scope, actor, params }) =>
  toApiToken(found(await findToken(scope, params.tokenId, actor.userId)));
