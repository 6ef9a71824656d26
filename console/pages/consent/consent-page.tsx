import { useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { useMe } from "../../api/session.ts";
import { useAction } from "../../api/use-action.ts";
import { useOperation, type AnswerOf } from "../../api/use-operation.ts";
import { EnvironmentBadge } from "../../components/badge.tsx";
import { Button } from "../../components/button.tsx";
import { Card, Facts } from "../../components/card.tsx";
import { ErrorNote } from "../../components/error-note.tsx";
import { Note } from "../../components/note.tsx";
import { Page } from "../../components/page.tsx";
import { SkeletonRows } from "../../components/states.tsx";
import { ConsentTargets } from "./consent-targets.tsx";

type Consent = AnswerOf<"getOauthConsent">;

/** Says how far the client's name can be trusted. */
function WhoAsks({ client, redirectHost }: Pick<Consent, "client" | "redirectHost">) {
  if (client.kind === "registered") return <>An administrator of this Ferrule has registered it.</>;
  if (client.kind === "document") {
    return (
      <>
        <strong className="font-semibold">{client.host}</strong> says that this is its program.
      </>
    );
  }
  return (
    <>
      Nobody has checked this name. The answer goes to <strong className="font-semibold">{redirectHost}</strong>. Allow
      it only if you have just started this sign-in yourself.
    </>
  );
}

function Asked({ consent, request }: { consent: Consent; request: string }) {
  const { user } = useMe();
  const { client, endpoint, redirectHost, scopes } = consent;
  const [left, setLeft] = useState(false);
  const go = (url: string) => {
    setLeft(true);
    window.location.assign(url);
  };
  const allow = useAction("createOauthGrant", {
    changes: ["listOauthGrants", "listEndpointOauthGrants"],
    onSuccess: ({ redirectUrl }) => go(redirectUrl),
  });
  const extra = scopes.filter(({ description }) => description !== "");
  return (
    <div className="grid max-w-2xl gap-4">
      <Note tone={client.kind === "dynamic" ? "warn" : "neutral"} title={client.name}>
        <WhoAsks client={client} redirectHost={redirectHost} />
      </Note>
      <Card
        title={
          <span className="flex items-center gap-2">
            {endpoint.name} <EnvironmentBadge environment={endpoint.environment} />
          </span>
        }
      >
        <div className="grid gap-4">
          <Facts
            items={[
              ["Project", endpoint.project],
              [
                "Address",
                <code key="url" className="font-mono text-xs break-all">
                  {endpoint.url}
                </code>,
              ],
              ["In your name", user.email],
              ["Answer goes to", redirectHost],
            ]}
          />
          {extra.length > 0 && (
            <ul className="list-disc pl-5 text-sm">
              {extra.map(({ name, description }) => (
                <li key={name}>{description}</li>
              ))}
            </ul>
          )}
          <ConsentTargets kind={endpoint.kind} targets={consent.targets} />
        </div>
      </Card>
      <p className="text-sm text-muted">
        The program can call these without asking you again, until you end it under Settings, Allowed programs. Each
        call is recorded with your name. What runs behind a call is told your e-mail address.
      </p>
      {allow.error && <ErrorNote error={allow.error} />}
      <div className="flex flex-wrap gap-2">
        <Button
          kind={endpoint.environment === "production" ? "production" : "primary"}
          busy={allow.isPending || left}
          onClick={() => allow.mutate({ body: { request } })}
        >
          Allow {client.name}
        </Button>
        <Button
          disabledReason={allow.isPending || left ? "The answer is on its way." : null}
          onClick={() => go(consent.denyUrl)}
        >
          Do not allow
        </Button>
      </div>
    </div>
  );
}

/** A program asks to call an endpoint on the user's behalf. Shows who it is and what it could do, to allow or deny. */
export function ConsentPage() {
  const { request } = useSearch({ from: "/consent" });
  const { data, error, refetch } = useOperation("getOauthConsent", { query: { request } }, { retry: false });
  return (
    <Page
      title={data === undefined ? "Sign-in of a program" : `${data.client.name} wants to call ${data.endpoint.name}`}
      description="You decide what a program may do in your name."
    >
      {data === undefined ? (
        error ? (
          <ErrorNote error={error} onRetry={() => void refetch()} />
        ) : (
          <SkeletonRows rows={5} />
        )
      ) : (
        <Asked consent={data} request={request} />
      )}
    </Page>
  );
}
