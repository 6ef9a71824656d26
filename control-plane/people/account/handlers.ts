import type { Handlers } from "../../ground/handler/handler.ts";
import { changePassword } from "./change-password.ts";
import { createToken } from "./create-token.ts";
import { deleteSession } from "./delete-session.ts";
import { deleteToken } from "./delete-token.ts";
import { listSessions } from "./list-sessions.ts";
import { listTokens } from "./list-tokens.ts";
import { getToken } from "./get-token.ts";

export const accountHandlers = {
  changePassword,
  createToken,
  deleteSession,
  deleteToken,
  listSessions,
  listTokens,
  getToken,
} satisfies Partial<Handlers>;
