import type { Handlers } from "../../ground/handler/handler.ts";
import { found } from "../../ground/handler/not-found.ts";
import { findScimToken } from "./queries/tokens.ts";
import { toScimToken } from "./scim-token.ts";

export const getScimToken: Handlers["getScimToken"] = async ({ scope, params }) =>
  toScimToken(found(await findScimToken(scope, params.providerId, params.tokenId)));
