import type { Handlers } from "../../ground/handler/handler.ts";
import { toPage } from "../../ground/handler/page.ts";
import { readWish } from "../../ground/handler/read-wish.ts";
import { cursorOf } from "../../ground/store/rows/select-page.ts";
import { listUserRows, toUser, findUser } from "./queries.ts";
import { found } from "../../ground/handler/not-found.ts";

/** Users of the installation, newest first. */
export const listUsers: Handlers["listUsers"] = async ({ scope, query }) => {
  const { list, wish } = readWish(query, "users");
  const page = toPage(await listUserRows(scope, wish), query.limit, list, cursorOf);
  return { items: page.items.map(toUser), nextCursor: page.nextCursor };
};

export const getUser: Handlers["getUser"] = async ({ scope, params }) =>
  toUser(found(await findUser(scope, params.userId)));
