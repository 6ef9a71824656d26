import { PublicError } from "@ferrule/contract/errors.ts";
import type { Handlers } from "../http/handler/handler.ts";
import { found } from "../http/handler/not-found.ts";
import { beginAt, isFor } from "../identity/begin-at-provider.ts";
import { findProvider } from "../identity/queries/providers.ts";

/** Begins the sign-in of a caller. */
export const beginCallerSignIn: Handlers["beginCallerSignIn"] = async ({ app, params, read, reply }) => {
  const provider = found(await read((scope) => findProvider(scope, params.providerId)));
  if (!isFor(provider, "callers")) throw new PublicError("NOT_FOUND");
  return { url: await beginAt(app, provider, "callers", reply) };
};
