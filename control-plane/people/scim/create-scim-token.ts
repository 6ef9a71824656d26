import { PublicError } from "@ferrule/contract/errors.ts";
import type { Handlers } from "../../ground/handler/handler.ts";
import { found } from "../../ground/handler/not-found.ts";
import { lockProvider } from "../identity/queries/providers.ts";
import { limits } from "./limits.ts";
import { insertScimToken, listScimTokens } from "./queries/tokens.ts";
import { auditedToken, newScimValue, scimUrl, toScimToken } from "./scim-token.ts";

/** Issues a token. Only this answer contains the value; only its hash is stored. */
export const createScimToken: Handlers["createScimToken"] = async ({ app, scope, params, body }) => {
  const provider = found(await lockProvider(scope, params.providerId));
  if (provider.use === "callers") {
    throw new PublicError(
      "INVALID_STATE",
      "This provider is for callers only. Let users of the console sign in with it first.",
    );
  }
  if ((await listScimTokens(scope, provider.id)).length >= limits.tokens) {
    throw new PublicError(
      "INVALID_STATE",
      `A provider has at most ${limits.tokens} tokens. Remove one that is not used.`,
    );
  }
  const { value, kept } = newScimValue();
  const row = await insertScimToken(scope, provider.id, body.name, kept);
  return {
    answer: { ...toScimToken(row), value, url: scimUrl(app) },
    audit: auditedToken(row, { provider: provider.name, after: { prefix: row.prefix } }),
  };
};
