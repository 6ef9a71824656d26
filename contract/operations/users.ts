import { z } from "zod";
import { operation } from "../operation.ts";
import { givenName, listOf, page, pathId } from "../resources/fields.ts";
import { email, password, user } from "../resources/user.ts";
import { roles } from "../states.ts";

/** Specification 4.2: users are installation-wide. */
export const userOperations = {
  listUsers: operation({
    method: "GET",
    path: "/api/users",
    summary: "List users",
    tag: "Users",
    scope: "installation",
    roles: ["owner", "admin"],
    query: z.strictObject(page),
    response: listOf(user),
    status: 200,
    audit: null,
    tokens: false,
  }),
  createUser: operation({
    method: "POST",
    path: "/api/users",
    summary: "Create a user, who must change the password at first sign-in",
    tag: "Users",
    scope: "installation",
    roles: ["owner", "admin"],
    body: z.strictObject({ email, name: givenName, role: z.enum(roles), password }),
    response: user,
    status: 201,
    errors: ["CONFLICT"],
    audit: "user.create",
    idempotent: true,
    transaction: "handler",
    tokens: false,
  }),
  getUser: operation({
    tag: "Users",
    scope: "installation",
    method: "GET",
    path: "/api/users/:userId",
    summary: "Get a user",
    roles: ["owner", "admin"],
    params: z.strictObject({ userId: pathId }),
    response: user,
    status: 200,
    audit: null,
    tokens: false,
  }),
  updateUser: operation({
    method: "PATCH",
    path: "/api/users/:userId",
    summary: "Change a user's name, role, status or password",
    tag: "Users",
    scope: "installation",
    roles: ["owner", "admin"],
    params: z.strictObject({ userId: pathId }),
    body: z.strictObject({
      name: givenName.optional(),
      role: z.enum(roles).optional(),
      status: z.enum(["active", "disabled"]).optional(),
      password: password.optional(),
    }),
    response: user,
    status: 200,
    errors: ["INVALID_STATE"],
    audit: "user.update",
    ifMatch: true,
    transaction: "handler",
    tokens: false,
  }),
};
