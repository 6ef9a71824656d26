import { useEffect, useState } from "react";
import type { OauthConsent } from "@ferrule/contract/resources/oauth.ts";
import { callAsCaller } from "../../api/caller-api.ts";
import { FrontError } from "../../shell/sign-in/front-error.tsx";
import { ConsentGone } from "./consent-gone.tsx";
import { ConsentQuestion } from "./consent-question.tsx";
import { isGone } from "./is-gone.ts";

/** Asks somebody without an account here whether a program may call an endpoint in their name. */
export function CallerConsent({ who }: { who: string }) {
  const [request] = useState(() => new URLSearchParams(window.location.search).get("request") ?? "");
  const [consent, setConsent] = useState<OauthConsent | null>(null);
  const [error, setError] = useState<Error | null>(null);
  const [busy, setBusy] = useState(false);
  const fail = (failure: unknown) => {
    setError(failure as Error);
    setBusy(false);
  };
  useEffect(() => {
    callAsCaller("getCallerConsent", { query: { request } }).then(setConsent, fail);
  }, [request]);
  if (consent === null && error) return isGone(error) ? <ConsentGone error={error} /> : <FrontError error={error} />;
  if (consent === null) return null;
  const allow = (go: (url: string) => void) => {
    setBusy(true);
    callAsCaller("createCallerGrant", { body: { request } }).then(({ redirectUrl }) => go(redirectUrl), fail);
  };
  return (
    <>
      <h1 className="text-lg font-semibold">
        {consent.client.name} wants to call {consent.endpoint.name}
      </h1>
      <ConsentQuestion
        consent={consent}
        who={who}
        endsAt={`at ${window.location.origin}/allowed`}
        busy={busy}
        error={error}
        onAllow={allow}
      />
    </>
  );
}
