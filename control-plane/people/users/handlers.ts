export { createUser } from "./create-user.ts";
export { inviteUser } from "./invite-user.ts";
export { updateUser } from "./update-user.ts";
export { listUsers, getUser } from "./reads.ts";
