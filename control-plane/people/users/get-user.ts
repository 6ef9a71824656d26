import type { Handlers } from "../../ground/handler/handler.ts";
import { found } from "../../ground/handler/not-found.ts";
import { findUser, toUser } from "./queries.ts";

export const getUser: Handlers["getUser"] = async ({ scope, params }) =>
  toUser(found(await findUser(scope, params.userId)));
