import type { Handlers } from "../../ground/handler/handler.ts";
import { getMe } from "./get-me.ts";
import { getSession } from "./get-session.ts";
import { login } from "./login.ts";
import { loginWithLink } from "./login-with-link.ts";
import { logout } from "./logout.ts";

export const sessionHandlers = {
  getMe,
  getSession,
  login,
  loginWithLink,
  logout,
} satisfies Partial<Handlers>;
