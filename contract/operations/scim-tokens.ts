import { z } from "zod";
import { operation } from "./operation.ts";
import { text } from "../resources/fields.ts";
import { issuedScimToken, newScimToken, scimToken } from "../resources/scim-token.ts";

const shared = { tag: "Company sign-in", scope: "installation", tokens: false } as const;
const owners = ["owner"] as const;

/** Tokens of a provider's SCIM client, which manages users and groups by the routes of `scim-routes.ts`. */
export const scimTokenOperations = {
  getDirectory: operation({
    ...shared,
    method: "GET",
    path: "/api/identity-providers/:providerId/directory",
    summary: "Get what a provider's SCIM client has brought",
    description: "And its tokens without their values.",
    roles: ["owner", "admin"],
    /** Only the names of groups that contain this text, in any case. */
    query: z.strictObject({ q: text(200, 1).optional() }),
    response: z.object({
      /** The address to which the client sends requests. */
      url: z.string(),
      users: z.number().int(),
      groups: z.number().int(),
      /** The names of groups with a role, and of groups without one, that `q` finds: at most 50 each. */
      groupsWithRole: z.array(z.string()),
      groupsWithoutRole: z.array(z.string()),
      tokens: z.array(scimToken),
    }),
  }),
  createScimToken: operation({
    ...shared,
    method: "POST",
    path: "/api/identity-providers/:providerId/scim-tokens",
    summary: "Issue a token for the provider's SCIM client",
    description: "Its value is shown this once.",
    roles: owners,
    body: newScimToken,
    response: issuedScimToken,
    status: 201,
    errors: ["INVALID_STATE"],
    audit: "scim-token.create",
  }),
  getScimToken: operation({
    ...shared,
    method: "GET",
    path: "/api/identity-providers/:providerId/scim-tokens/:tokenId",
    summary: "Get a token, without its value",
    roles: ["owner", "admin"],
    response: scimToken,
  }),
  rotateScimToken: operation({
    ...shared,
    method: "POST",
    path: "/api/identity-providers/:providerId/scim-tokens/:tokenId/rotate",
    summary: "A new value; the old one works for overlapSeconds",
    roles: owners,
    body: z.strictObject({ overlapSeconds: z.number().int().min(0).max(604_800).default(0) }).prefault({}),
    response: issuedScimToken,
    audit: "scim-token.rotate",
  }),
  deleteScimToken: operation({
    ...shared,
    method: "DELETE",
    path: "/api/identity-providers/:providerId/scim-tokens/:tokenId",
    summary: "End a token at once; users and groups stay as they are",
    roles: owners,
    response: null,
    audit: "scim-token.delete",
  }),
};
