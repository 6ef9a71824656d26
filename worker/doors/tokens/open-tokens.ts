import type { Log } from "@ferrule/kit/log.ts";
import type { WorkerSettings } from "../../ground/settings.ts";
import { createGetJson } from "./issuer-keys/get-json.ts";
import { createKnownIssuers } from "./issuer-keys/known-issuers.ts";
import { createTokenVerifier, type TokenVerifier } from "./token-verifier.ts";
import type { OwnTokensOptions } from "./verify-own-token.ts";

interface TokensOptions extends OwnTokensOptions {
  settings: Pick<WorkerSettings, "egressAllowPrivate" | "proxies">;
  log: Log;
  /** Called when an issuer's keys have been requested. */
  fetched: (ok: boolean) => void;
}

/** A worker's verifier, with its fetcher of trusted issuers' keys. */
export function openTokens({ settings, log, fetched, ...own }: TokensOptions): TokenVerifier & AsyncDisposable {
  const { get, close } = createGetJson({ allowPrivate: settings.egressAllowPrivate, proxies: settings.proxies });
  const verifier = createTokenVerifier({ ...own, keysOf: createKnownIssuers({ get, log, fetched }) });
  return { check: verifier.check, [Symbol.asyncDispose]: close };
}
