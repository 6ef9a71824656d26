export { changePassword } from "./change-password.ts";
export { createToken } from "./create-token.ts";
export { deleteSession } from "./delete-session.ts";
export { deleteToken } from "./delete-token.ts";
export { getToken } from "./get-token.ts";
export { listSessions } from "./list-sessions.ts";
export { listTokens } from "./list-tokens.ts";
