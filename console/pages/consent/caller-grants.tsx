import { useEffect, useState } from "react";
import type { OauthGrant } from "@ferrule/contract/resources/oauth.ts";
import { callAsCaller } from "../../api/caller-api.ts";
import { PlainButton } from "../../components/button/plain-button.tsx";
import { FrontError } from "../../shell/sign-in/front-error.tsx";
import { ConsentAddress } from "./consent-address.tsx";
import { ProgramList } from "./program-list.tsx";

/** The programs that somebody without an account here allowed. They can end each consent here. */
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
      <ProgramList
        label="Programs that you allowed"
        grants={active}
        about={(grant) => <ConsentAddress grant={grant} />}
        action={({ id, client, resource }) => (
          <PlainButton aria-label={`End ${client.name} at ${new URL(resource).pathname}`} onClick={() => end(id)}>
            End
          </PlainButton>
        )}
      />
    </>
  );
}
