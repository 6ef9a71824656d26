import { sharedNow } from "@ferrule/kit/shared-time.ts";
import type { Handlers } from "../../ground/handler/handler.ts";
import { found } from "../../ground/handler/not-found.ts";
import { lockScimToken, replaceScimTokenValue } from "./queries/tokens.ts";
import { auditedToken, newScimValue, scimUrl, toScimToken } from "./scim-token.ts";

/** Gives a token a new value. The old one works for `overlapSeconds`; one replaced earlier ends now. */
export const rotateScimToken: Handlers["rotateScimToken"] = async ({ app, scope, params, body }) => {
  const before = found(await lockScimToken(scope, params.providerId, params.tokenId));
  const { value, kept } = newScimValue();
  const previousUntil = body.overlapSeconds === 0 ? null : new Date(sharedNow() + body.overlapSeconds * 1_000);
  const row = await replaceScimTokenValue(scope, before, kept, previousUntil);
  const after = { prefix: row.prefix, previousUntil: previousUntil?.toISOString() ?? null };
  return {
    answer: { ...toScimToken(row), value, url: scimUrl(app) },
    audit: auditedToken(row, { before: { prefix: before.prefix }, after }),
  };
};
