import { PublicError } from "@ferrule/contract/errors.ts";
import type { Handlers } from "../../../ground/handler/handler.ts";
import { found } from "../../../ground/handler/not-found.ts";
import { beginAt, isFor } from "../../../people/identity/flow/begin-at-provider.ts";
import { findProvider } from "../../../people/identity/queries/providers.ts";

/** Begins the sign-in of a caller. */
export const beginCallerSignIn: Handlers["beginCallerSignIn"] = async ({ app, params, read, reply }) => {
  const provider = found(await read((scope) => findProvider(scope, params.providerId)));
  if (!isFor(provider, "callers")) throw new PublicError("NOT_FOUND");
  return { url: await beginAt(app, provider, "callers", reply) };
};
