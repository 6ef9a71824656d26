import { PublicError } from "@ferrule/contract/errors.ts";
import type { Handlers } from "../../ground/handler/handler.ts";
import { found } from "../../ground/handler/not-found.ts";
import { beginAt, isFor } from "./flow/begin-at-provider.ts";
import { findProvider } from "./queries/providers.ts";

/** Begins a sign-in to the console. */
export const beginProviderSignIn: Handlers["beginProviderSignIn"] = async ({ app, params, read, reply }) => {
  const provider = found(await read((scope) => findProvider(scope, params.providerId)));
  if (!isFor(provider, "console")) throw new PublicError("NOT_FOUND");
  return { url: await beginAt(app, provider, "console", reply) };
};
