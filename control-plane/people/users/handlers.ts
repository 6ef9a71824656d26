export { createUser } from "./create-user.ts";
export { getUser } from "./get-user.ts";
export { inviteUser } from "./invite-user.ts";
export { listUsers } from "./list-users.ts";
export { updateUser } from "./update-user.ts";
