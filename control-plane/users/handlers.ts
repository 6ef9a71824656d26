import type { Handlers } from "../http/handler.ts";
import { createUser } from "./create-user.ts";
import { listUsers } from "./list-users.ts";
import { updateUser } from "./update-user.ts";
import { getUser } from "./get-user.ts";

export const userHandlers = {
  createUser,
  listUsers,
  updateUser,
  getUser,
} satisfies Partial<Handlers>;
