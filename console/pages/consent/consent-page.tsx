import { useSearch } from "@tanstack/react-router";
import { useMe } from "../../api/session.ts";
import { useAction } from "../../api/use-action.ts";
import { useOperation, type AnswerOf } from "../../api/use-operation.ts";
import { ErrorNote } from "../../components/show/error-note.tsx";
import { Page } from "../../components/page.tsx";
import { SkeletonRows } from "../../components/states.tsx";
import { ConsentGone } from "./consent-gone.tsx";
import { ConsentQuestion } from "./consent-question.tsx";
import { isGone } from "./is-gone.ts";

function Asked({ consent, request }: { consent: AnswerOf<"getOauthConsent">; request: string }) {
  const { user } = useMe();
  const allow = useAction("createOauthGrant");
  return (
    <ConsentQuestion
      consent={consent}
      who={user.email}
      endsAt="under Settings, Allowed programs"
      busy={allow.isPending}
      error={allow.error}
      onAllow={(go) => allow.mutate({ body: { request } }, { onSuccess: ({ redirectUrl }) => go(redirectUrl) })}
    />
  );
}

/** Asks the user whether a program may call an endpoint on their behalf. Shows the program and what it could do. */
export function ConsentPage() {
  const { request } = useSearch({ from: "/consent" });
  const { data, error, refetch } = useOperation("getOauthConsent", { query: { request } }, { retry: false });
  return (
    <Page
      title={data === undefined ? "Sign-in of a program" : `${data.client.name} wants to call ${data.endpoint.name}`}
      description="You decide what a program may do in your name."
    >
      {data === undefined ? (
        <>
          {error && isGone(error) && <ConsentGone error={error} />}
          {error && !isGone(error) && <ErrorNote error={error} onRetry={() => void refetch()} />}
          {error === null && <SkeletonRows rows={5} />}
        </>
      ) : (
        <Asked consent={data} request={request} />
      )}
    </Page>
  );
}
