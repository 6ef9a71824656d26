import { z } from "zod";
import { operation } from "./operation.ts";
import { environment, givenNames, listOf, page, searched, sortedBy } from "../resources/fields.ts";
import { missingSecret, newSecret, rotatedSecret, secret } from "../resources/secret.ts";
import { roles } from "../states.ts";

const keepers = {
  roles,
  rolesIn: { development: ["owner", "admin", "developer"], production: ["owner", "admin", "operator"] },
} as const;
const shared = { tag: "Secrets", scope: "project", whenManaged: "allowed" } as const;

/** Secrets by environment. Responses contain only metadata, never a value. */
export const secretOperations = {
  listSecrets: operation({
    ...shared,
    method: "GET",
    path: "/api/secrets",
    summary: "List secrets, metadata only",
    roles: "any",
    query: z.strictObject({
      ...page,
      ...searched,
      names: givenNames.optional(),
      sort: sortedBy("name", "rotatedAt", "lastUsedAt"),
      environment: environment.optional(),
    }),
    response: listOf(secret),
  }),
  listMissingSecrets: operation({
    ...shared,
    method: "GET",
    path: "/api/secrets/missing",
    summary: "List the secrets that drafts declare and that are missing",
    description: "Of one environment, the first 200 by name.",
    roles: "any",
    query: z.strictObject({ environment }),
    response: z.object({ items: z.array(missingSecret) }),
  }),
  createSecret: operation({
    ...shared,
    ...keepers,
    method: "POST",
    path: "/api/secrets",
    summary: "Create a secret in one environment",
    body: newSecret,
    response: secret,
    status: 201,
    errors: ["CONFLICT"],
    audit: "secret.create",
    idempotent: true,
  }),
  getSecret: operation({
    ...shared,
    method: "GET",
    path: "/api/secrets/:secretId",
    summary: "Get a secret, metadata only",
    roles: "any",
    response: secret,
  }),
  rotateSecret: operation({
    ...shared,
    ...keepers,
    method: "POST",
    path: "/api/secrets/:secretId/rotate",
    summary: "Give a secret a new value, effective at once",
    body: rotatedSecret,
    response: secret,
    audit: "secret.rotate",
    ifMatch: true,
  }),
  deleteSecret: operation({
    ...shared,
    ...keepers,
    method: "DELETE",
    path: "/api/secrets/:secretId",
    summary: "Delete a secret",
    description: "With `force` also while what is deployed in its environment declares it.",
    query: z.strictObject({ force: z.enum(["true", "false"]).default("false") }),
    response: null,
    errors: ["IN_USE"],
    audit: "secret.delete",
    ifMatch: true,
  }),
};
