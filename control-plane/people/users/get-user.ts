import type { Operations } from "@ferrule/contract/operations.ts";
import type { Handler } from "../../ground/handler/handler.ts";
import { found } from "../../ground/handler/not-found.ts";
import { findUser, toUser } from "./queries.ts";

export const getUser: Handler<Operations["getUser"]> = async ({ scope, params }) =>
  toUser(found(await findUser(scope, params.userId)));
