import { Globe, LogIn } from "lucide-react";
import type { ReactNode } from "react";
import { Badge } from "../../../components/badge.tsx";
import { CodeBlock } from "../../../components/show/code-block.tsx";
import { LinkButton } from "../../../components/button/link-button.tsx";
import { Note } from "../../../components/note.tsx";
import type { Endpoint } from "../endpoint.ts";
import type { Client, Target } from "./client.ts";
import { isLocal } from "./client-texts.ts";

interface ClientGuideProps {
  client: Client;
  target: Target;
  endpoint: Endpoint;
  mode: Endpoint["policy"]["production"]["mode"];
  /** The endpoint offers resources or prompts. */
  offersMore: boolean;
  /** What stands before the steps: another way to add the endpoint. */
  children?: ReactNode;
}

/** How a client shows resources and prompts. */
const Shows = ({ lines }: { lines: readonly string[] }) =>
  lines.length > 0 && (
    <section aria-label="What it shows" className="grid gap-1 text-sm">
      <h3 className="text-xs font-medium text-muted">What it shows</h3>
      <ul className="grid list-disc gap-0.5 pl-5 break-words">
        {lines.map((one) => (
          <li key={one}>{one}</li>
        ))}
      </ul>
    </section>
  );

/** How to add the endpoint to one client: the client's features, the steps, and the text to copy. */
export function ClientGuide({ client, target, endpoint, mode, offersMore, children }: ClientGuideProps) {
  const { label, note, supports, isHosted = false } = client;
  const needsSignIn = mode === "api-key" && !supports.key;
  const isUnreachable = isHosted && (!target.url.startsWith("https:") || isLocal(target.url));
  const guide = client.guide?.(target) ?? [];
  return (
    <>
      <p className="flex flex-wrap items-center gap-1.5">
        <Badge tone={supports.signIn ? "good" : "neutral"}>{supports.signIn ? "Signs in" : "No sign-in"}</Badge>
        <Badge tone={supports.key ? "good" : "neutral"}>{supports.key ? "API key" : "No API key"}</Badge>
      </p>
      {note !== undefined && <p className="text-sm text-muted">{note}</p>}
      {isUnreachable && (
        <Note tone="warn" icon={Globe}>
          {label} calls from the internet. It needs an address that is public and begins with https.
        </Note>
      )}
      {needsSignIn ? (
        <Note
          icon={LogIn}
          action={
            <LinkButton
              size="sm"
              to="/endpoints/$endpointId"
              params={{ endpointId: endpoint.id }}
              search={(now: object) => ({ ...now, tab: "access" as const })}
            >
              Access
            </LinkButton>
          }
        >
          {label} cannot send an API key. Under Access, choose Sign in with Ferrule. Keys can go on working beside it.
        </Note>
      ) : (
        <>
          {guide.length > 0 && (
            <ol className="grid list-inside list-decimal gap-1 text-sm">
              {guide.map((one) => (
                <li key={one}>{one}</li>
              ))}
            </ol>
          )}
          {children}
          {client.steps(target).map((step) => (
            <CodeBlock key={step.title} title={step.title} text={step.text} wrap />
          ))}
          {offersMore && <Shows lines={client.shows?.(target.name) ?? []} />}
        </>
      )}
    </>
  );
}
