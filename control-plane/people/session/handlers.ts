export { getMe } from "./get-me.ts";
export { getSession } from "./get-session.ts";
export { loginWithLink } from "./login-with-link.ts";
export { login } from "./login.ts";
export { logout } from "./logout.ts";
