import { z } from "zod";
import { operation } from "./operation.ts";
import { listOf, page } from "../resources/fields.ts";
import {
  changedIdentityProvider,
  changedSignInPolicy,
  identityProvider,
  identityProviderTest,
  newIdentityProvider,
  signInPolicy,
} from "../resources/identity-provider.ts";

const shared = { tag: "Company sign-in", scope: "installation", tokens: false } as const;
const readers = ["owner", "admin"] as const;
const owners = ["owner"] as const;

/** Identity providers of the company, and who may sign in with a password. No response contains a client secret. */
export const identityProviderOperations = {
  listIdentityProviders: operation({
    ...shared,
    method: "GET",
    path: "/api/identity-providers",
    summary: "List the identity providers, without their client secrets",
    roles: readers,
    query: z.strictObject(page),
    response: listOf(identityProvider),
  }),
  createIdentityProvider: operation({
    ...shared,
    method: "POST",
    path: "/api/identity-providers",
    summary: "Add an OpenID Connect provider that people sign in with",
    roles: owners,
    body: newIdentityProvider,
    response: identityProvider,
    status: 201,
    errors: ["CONFLICT"],
    audit: "identity-provider.create",
    idempotent: true,
  }),
  getIdentityProvider: operation({
    ...shared,
    method: "GET",
    path: "/api/identity-providers/:providerId",
    summary: "Get an identity provider, without its client secret",
    roles: readers,
    response: identityProvider,
  }),
  updateIdentityProvider: operation({
    ...shared,
    method: "PATCH",
    path: "/api/identity-providers/:providerId",
    summary: "Change an identity provider",
    description: "Its client secret stays when none is given.",
    roles: owners,
    body: changedIdentityProvider,
    response: identityProvider,
    errors: ["CONFLICT", "INVALID_STATE"],
    audit: "identity-provider.update",
    ifMatch: true,
  }),
  deleteIdentityProvider: operation({
    ...shared,
    method: "DELETE",
    path: "/api/identity-providers/:providerId",
    summary: "Remove an identity provider",
    description: "And end the sessions that it opened.",
    roles: owners,
    response: null,
    errors: ["INVALID_STATE"],
    audit: "identity-provider.delete",
    ifMatch: true,
  }),
  testIdentityProvider: operation({
    ...shared,
    method: "POST",
    path: "/api/identity-providers/:providerId/test",
    summary: "Test the provider, and explain each problem",
    roles: owners,
    response: identityProviderTest,
    audit: null,
    reads: true,
    transaction: "handler",
  }),
  getSignInPolicy: operation({
    ...shared,
    method: "GET",
    path: "/api/sign-in-policy",
    summary: "Who may sign in with a password",
    roles: readers,
    response: signInPolicy,
  }),
  updateSignInPolicy: operation({
    ...shared,
    method: "PATCH",
    path: "/api/sign-in-policy",
    summary: "Say who may sign in with a password",
    roles: owners,
    body: changedSignInPolicy,
    response: signInPolicy,
    errors: ["INVALID_STATE"],
    audit: "sign-in-policy.update",
    ifMatch: true,
  }),
};
