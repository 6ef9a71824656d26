import type { Handlers } from "../../ground/handler/handler.ts";
import { createUser } from "./create-user.ts";
import { inviteUser } from "./invite-user.ts";
import { listUsers } from "./list-users.ts";
import { updateUser } from "./update-user.ts";
import { getUser } from "./get-user.ts";

export const userHandlers = {
  createUser,
  listUsers,
  updateUser,
  getUser,
  inviteUser,
} satisfies Partial<Handlers>;
