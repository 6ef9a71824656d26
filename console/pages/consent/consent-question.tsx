import { useState } from "react";
import { Mono } from "../../components/mono.tsx";
import { EnvironmentBadge } from "../../components/badge.tsx";
import { Button } from "../../components/button/button.tsx";
import { Card, Facts } from "../../components/card.tsx";
import { Note } from "../../components/note.tsx";
import type { AnswerOf } from "../../api/use-operation.ts";
import { FrontError } from "../../shell/sign-in/front-error.tsx";
import { ConsentGone } from "./consent-gone.tsx";
import { ConsentTargets } from "./consent-targets.tsx";
import { isGone } from "./is-gone.ts";
import { WhoAsks } from "./who-asks.tsx";

type Consent = AnswerOf<"getOauthConsent">;

interface Question {
  consent: Consent;
  /** The person in whose name the program would call. */
  who: string;
  /** Where the person can end the consent, in words. */
  endsAt: string;
  busy: boolean;
  error: Error | null;
  /** Allows the request, then calls `go` with the address for the browser. */
  onAllow: (go: (url: string) => void) => void;
}

/** The endpoint that the program wants to call, and what it could do there. */
function Requested({ consent, who }: { consent: Consent; who: string }) {
  const { endpoint, redirectHost, targets } = consent;
  const extra = consent.scopes.filter(({ description }) => description !== "");
  return (
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
            ["Address", <Mono key="url">{endpoint.url}</Mono>],
            ["In your name", who],
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
        <ConsentTargets kind={endpoint.kind} targets={targets} />
      </div>
    </Card>
  );
}

/** The question itself: the program, what it could do, and the buttons. */
export function ConsentQuestion({ consent, who, endsAt, busy, error, onAllow }: Question) {
  const { client, endpoint, redirectHost } = consent;
  const [left, setLeft] = useState(false);
  const go = (url: string) => {
    setLeft(true);
    window.location.assign(url);
  };
  if (error && isGone(error)) return <ConsentGone error={error} />;
  return (
    <div className="grid max-w-2xl gap-4">
      <Note tone={client.kind === "dynamic" ? "warn" : "neutral"} title={client.name}>
        <WhoAsks client={client} redirectHost={redirectHost} />
      </Note>
      <Requested consent={consent} who={who} />
      <p className="text-sm text-muted">
        {consent.targets.length === 0
          ? "The program can call tools and routes that are added later"
          : "The program can call these"}{" "}
        without asking you again, until you end it {endsAt}. Each call is recorded with your name. The Functions that
        run get your e-mail address.
      </p>
      {error && <FrontError error={error} />}
      <div className="flex flex-wrap gap-2">
        <Button
          kind={endpoint.environment === "production" ? "production" : "primary"}
          busy={busy || left}
          onClick={() => onAllow(go)}
        >
          Allow {client.name}
        </Button>
        <Button disabledReason={busy || left ? "The answer is on its way." : null} onClick={() => go(consent.denyUrl)}>
          Do not allow
        </Button>
      </div>
    </div>
  );
}
