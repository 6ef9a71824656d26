import { z } from "zod";
import { operation } from "./operation.ts";
import { givenName, listOf, page, searched, sortedBy } from "../resources/fields.ts";
import { email, invitation, password, user } from "../resources/user.ts";
import { roles } from "../states.ts";

const shared = { tag: "Users", scope: "installation" } as const;

/** Users are installation-wide. */
export const userOperations = {
  listUsers: operation({
    ...shared,
    method: "GET",
    path: "/api/users",
    summary: "List users",
    roles: ["owner", "admin"],
    query: z.strictObject({
      ...page,
      ...searched,
      role: user.shape.role.optional(),
      status: user.shape.status.optional(),
      sort: sortedBy("email", "name", "lastLoginAt"),
    }),
    response: listOf(user),
    tokens: false,
  }),
  createUser: operation({
    ...shared,
    method: "POST",
    path: "/api/users",
    summary: "Create a user",
    description: "Who chooses a password at first sign-in. Without a password here, invite them.",
    roles: ["owner", "admin"],
    body: z.strictObject({ email, name: givenName, role: z.enum(roles), password: password.optional() }),
    response: user,
    status: 201,
    errors: ["CONFLICT"],
    audit: "user.create",
    idempotent: true,
    transaction: "handler",
    tokens: false,
  }),
  getUser: operation({
    ...shared,
    method: "GET",
    path: "/api/users/:userId",
    summary: "Get a user",
    roles: ["owner", "admin"],
    response: user,
    tokens: false,
  }),
  updateUser: operation({
    ...shared,
    method: "PATCH",
    path: "/api/users/:userId",
    summary: "Change a user's name, role, status or password",
    roles: ["owner", "admin"],
    body: z.strictObject({
      name: givenName.optional(),
      role: z.enum(roles).optional(),
      status: z.enum(["active", "disabled"]).optional(),
      password: password.optional(),
    }),
    response: user,
    errors: ["INVALID_STATE"],
    audit: "user.update",
    ifMatch: true,
    transaction: "handler",
    tokens: false,
  }),
  inviteUser: operation({
    ...shared,
    method: "POST",
    path: "/api/users/:userId/invite",
    summary: "Make a one-time sign-in link, shown this once",
    description: "It takes the place of password, sessions and earlier links.",
    roles: ["owner", "admin"],
    response: invitation,
    errors: ["INVALID_STATE"],
    audit: "user.invite",
    transaction: "handler",
    tokens: false,
  }),
};
