import type { Handlers } from "../../ground/handler/handler.ts";
import { wishedPage } from "../../ground/handler/list-page.ts";
import { listUserRows, toUser, findUser } from "./queries.ts";
import { found } from "../../ground/handler/not-found.ts";

/** Users of the installation, newest first. */
export const listUsers: Handlers["listUsers"] = ({ scope, query }) =>
  wishedPage(
    query,
    "users",
    (wish) => listUserRows(scope, wish),
    (rows) => rows.map(toUser),
  );

export const getUser: Handlers["getUser"] = async ({ scope, params }) =>
  toUser(found(await findUser(scope, params.userId)));
