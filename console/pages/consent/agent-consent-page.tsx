import { useSearch } from "@tanstack/react-router";
import { useState } from "react";
import type { AgentScope } from "@ferrule/contract/states.ts";
import { useMe } from "../../api/session.ts";
import { useAction } from "../../api/use-action.ts";
import { useOperation, type AnswerOf } from "../../api/use-operation.ts";
import { Button } from "../../components/button/button.tsx";
import { Card, Facts } from "../../components/card.tsx";
import { Labelled } from "../../components/form/labelled.tsx";
import { Mono } from "../../components/mono.tsx";
import { Note } from "../../components/note.tsx";
import { Page } from "../../components/page.tsx";
import { Select } from "../../components/choose/select.tsx";
import { ErrorNote } from "../../components/show/error-note.tsx";
import { SkeletonRows } from "../../components/states.tsx";
import { CheckChoice } from "../endpoints/access/callers/check-choice.tsx";
import { ConsentGone } from "./consent-gone.tsx";
import { isGone } from "./is-gone.ts";
import { WhoAsks } from "./who-asks.tsx";

type Consent = AnswerOf<"getAgentConsent">;

const scopeTexts: Record<AgentScope, readonly [string, string]> = {
  read: ["Look", "It sees drafts, executions, deployments and previews. Secrets stay hidden."],
  write: ["Change Development", "It writes Functions, offers them, changes policies, and runs drafts."],
  deploy: ["Deploy to Development", "It makes drafts live in Development."],
  release: ["Release to Production", "It asks for releases and rollbacks. A person confirms each one."],
};

interface Asking {
  consent: Consent;
  request: string;
}

interface Choice {
  projectId: string;
  scopes: readonly AgentScope[];
}

interface RightsProps {
  consent: Consent;
  choice: Choice;
  onChange: (choice: Choice) => void;
}

/** The Project and the scopes, of which the person may take some away. */
function Rights({ consent, choice, onChange }: RightsProps) {
  const { projectId, scopes } = choice;
  const { user } = useMe();
  const change = (part: Partial<Choice>) => onChange({ ...choice, ...part });
  return (
    <Card title="What it may do">
      <div className="grid gap-4">
        <Labelled label="Project" hint="It works on this one only. Projects that let no agents in are not listed.">
          {(control) => (
            <Select
              {...control}
              value={projectId}
              choices={consent.projects.map(({ id, name }) => ({ value: id, label: name }))}
              onChange={(chosen) => change({ projectId: chosen })}
            />
          )}
        </Labelled>
        <fieldset className="grid gap-3">
          <legend className="mb-2 text-sm font-medium">Rights</legend>
          {consent.scopes.map((scope) => (
            <CheckChoice
              key={scope}
              label={scopeTexts[scope][0]}
              detail={scopeTexts[scope][1]}
              checked={scope === "read" || scopes.includes(scope)}
              onChange={(checked) =>
                change({ scopes: checked ? [...scopes, scope] : scopes.filter((one) => one !== scope) })
              }
            />
          ))}
        </fieldset>
        <Facts
          items={[
            ["In your name", user.email],
            ["Address", <Mono key="url">{consent.url}</Mono>],
            ["Answer goes to", consent.redirectHost],
          ]}
        />
      </div>
    </Card>
  );
}

/** The program, what it may do, and the buttons. */
function Question({ consent, request }: Asking) {
  const { client, redirectHost, projects, denyUrl } = consent;
  const { activeProject } = useMe();
  const [choice, setChoice] = useState<Choice>(() => ({
    projectId: (projects.find(({ id }) => id === activeProject?.id) ?? projects[0])?.id ?? "",
    scopes: consent.scopes,
  }));
  const [left, setLeft] = useState(false);
  const allow = useAction("createAgentGrant");
  const go = (address: string) => {
    setLeft(true);
    window.location.assign(address);
  };
  const give = () => {
    const scopes = ["read" as const, ...choice.scopes.filter((one) => one !== "read")];
    allow.mutate(
      { body: { request, projectId: choice.projectId, scopes } },
      { onSuccess: ({ redirectUrl }) => go(redirectUrl) },
    );
  };
  if (allow.error && isGone(allow.error)) return <ConsentGone error={allow.error} />;
  const isBusy = allow.isPending || left;
  return (
    <div className="grid max-w-2xl gap-4">
      <Note tone={client.kind === "dynamic" ? "warn" : "neutral"} title={client.name}>
        <WhoAsks client={client} redirectHost={redirectHost} />
      </Note>
      <Rights consent={consent} choice={choice} onChange={setChoice} />
      <p className="text-sm text-muted">
        It never has more rights than you, and loses them when you do. A person confirms releases, deletions and more
        rights. You end it under Settings, Allowed programs.
      </p>
      {allow.error && <ErrorNote error={allow.error} />}
      <div className="flex flex-wrap gap-2">
        <Button kind="primary" busy={isBusy} onClick={give}>
          Allow {client.name}
        </Button>
        <Button disabledReason={isBusy ? "The answer is on its way." : null} onClick={() => go(denyUrl)}>
          Do not allow
        </Button>
      </div>
    </div>
  );
}

/** Asks the user whether an agent's program may work on one of the Projects in their name, and with which rights. */
export function AgentConsentPage() {
  const { request } = useSearch({ from: "/consent/agent" });
  const { data, error, refetch } = useOperation("getAgentConsent", { query: { request } }, { retry: false });
  return (
    <Page
      title={data === undefined ? "Sign-in of an agent" : `${data.client.name} wants to work on a Project`}
      description="You decide what an agent may do in your name."
    >
      {data === undefined ? (
        <>
          {error && isGone(error) && <ConsentGone error={error} />}
          {error && !isGone(error) && <ErrorNote error={error} onRetry={() => void refetch()} />}
          {error === null && <SkeletonRows rows={5} />}
        </>
      ) : data.projects.length === 0 ? (
        <Note tone="warn" role="status" title="No Project lets agents in">
          An owner switches that on under Settings, Project.
        </Note>
      ) : (
        <Question consent={data} request={request} />
      )}
    </Page>
  );
}
