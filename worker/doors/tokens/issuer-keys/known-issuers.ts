import { LRUCache } from "lru-cache";
import type { Log } from "@ferrule/kit/log.ts";
import { fetchIssuerKeys, type IssuerPlace } from "./fetch-issuer-keys.ts";
import type { GetJson } from "./get-json.ts";
import { IssuerKeys } from "./issuer-keys.ts";

const mostIssuers = 500;

/** The keys of every issuer that policies trust. Policies that name the same address share them. */
export function createKnownIssuers({ get, log, fetched }: { get: GetJson; log: Log; fetched: (ok: boolean) => void }) {
  const known = new LRUCache<string, IssuerKeys>({ max: mostIssuers });
  return ({ issuer, jwksUrl }: IssuerPlace): IssuerKeys => {
    const name = `${issuer} ${jwksUrl ?? ""}`;
    let keys = known.get(name);
    if (keys === undefined) {
      const fetchKeys = async () => {
        const found = await fetchIssuerKeys({ issuer, jwksUrl }, get);
        fetched(true);
        return found;
      };
      keys = new IssuerKeys(fetchKeys, (err) => {
        fetched(false);
        log.warn({ err, issuer }, "could not fetch the keys of an issuer");
      });
      known.set(name, keys);
    }
    return keys;
  };
}
