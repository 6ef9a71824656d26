import { useEffect, useState } from "react";
import type { OauthGrant } from "@ferrule/contract/resources/oauth.ts";
import { callAsCaller } from "../../api/caller-api.ts";
import { EnvironmentBadge } from "../../components/badge.tsx";
import { PlainButton } from "../../components/plain-button.tsx";
import { FrontError } from "../../shell/front-error.tsx";

/** The programs that somebody without an account allowed, each to be ended from here. */
export function CallerGrants() {
  const [grants, setGrants] = useState<readonly OauthGrant[] | null>(null);
  const [error, setError] = useState<Error | null>(null);
  const fail = (failure: unknown) => setError(failure as Error);
  const load = () =>
    callAsCaller("listCallerGrants", { query: { limit: 200 } }).then(({ items }) => setGrants(items), fail);
  useEffect(() => {
    void load();
  }, []);
  const end = (grantId: string) => void callAsCaller("deleteCallerGrant", { params: { grantId } }).then(load, fail);
  const active = (grants ?? []).filter(({ status }) => status === "active");
  return (
    <>
      <h1 className="text-lg font-semibold">Allowed programs</h1>
      {error && <FrontError error={error} />}
      {grants !== null && active.length === 0 && <p className="text-sm text-muted">You allow no program just now.</p>}
      <ul className="grid gap-2">
        {active.map(({ id, client, resource, environment, lastUsedAt, byCompany }) => (
          <li key={id} className="flex items-center gap-3 rounded-lg border border-line bg-surface px-4 py-3 text-sm">
            <div className="grid min-w-0 grow gap-1">
              <span className="flex flex-wrap items-center gap-2">
                <span className="font-medium break-words">{client.name}</span>
                <EnvironmentBadge environment={environment} />
                {byCompany && <span className="text-xs text-muted">given by your company</span>}
              </span>
              <code className="font-mono text-xs break-all">{new URL(resource).pathname}</code>
              <span className="text-xs text-muted">
                Last used {new Date(lastUsedAt).toLocaleString("en", { dateStyle: "medium", timeStyle: "short" })}
              </span>
            </div>
            <PlainButton aria-label={`End ${client.name}`} onClick={() => end(id)}>
              End
            </PlainButton>
          </li>
        ))}
      </ul>
    </>
  );
}
