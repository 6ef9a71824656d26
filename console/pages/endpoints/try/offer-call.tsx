import { expandTemplate } from "@ferrule/contract/mcp-bindings/expand-template.ts";
import type { ReactNode } from "react";
import { Badge } from "../../../components/badge.tsx";
import { Mono } from "../../../components/mono.tsx";
import type { Prompt, Resource, Tool } from "../discovery/served.ts";
import { useAsking } from "../../questions/use-asking.tsx";
import { BlankFields, type Complete } from "./blank-fields.tsx";
import { CallPane } from "./call-pane.tsx";
import { PromptResult, ResourceResult } from "./read-result.tsx";
import { ToolResult } from "./tool-result.tsx";
import { blanksOf, givenTexts, type Offer } from "./tried-offers.ts";
import type { RpcDone, Send } from "./use-rpc.ts";

interface CallProps {
  isReady: boolean;
  send: Send;
  /** The questions of the running call. */
  asked: ReactNode;
}

const Heading = ({ name, title }: { name: string; title: string | undefined }) => (
  <>
    <code className="font-mono text-sm font-semibold break-all">{name}</code>
    {title !== undefined && <span className="text-sm text-muted">{title}</span>}
  </>
);

const said =
  (word: string) =>
  ({ answer }: RpcDone): string =>
    answer?.result === undefined || answer.result["isError"] === true ? "The call failed" : word;

/** Texts of an object, whatever it is. */
const textsOf = (value: unknown): Record<string, string> => (value ?? {}) as Record<string, string>;
const noInput = { type: "object", properties: {} };

/** Asks the endpoint for values of an argument; none, if it is away or refuses. */
const completeOf =
  (send: Send, isReady: boolean, ref: Record<string, string>): Complete =>
  async (argument, others, signal) => {
    if (!isReady) return [];
    const context = Object.keys(others).length === 0 ? {} : { context: { arguments: others } };
    const { answer } = await send("completion/complete", { ref, argument, ...context }, { signal });
    const { values } = (answer?.result?.["completion"] ?? {}) as { values?: unknown };
    return Array.isArray(values) ? values.filter((value) => typeof value === "string") : [];
  };

function ToolCall({ tool, isReady, send, asked }: CallProps & { tool: Tool }) {
  return (
    <CallPane
      heading={
        <>
          <Heading name={tool.name} title={tool.title} />
          {tool.annotations?.readOnlyHint === true && <Badge>Read-only</Badge>}
          {tool.annotations?.destructiveHint === true && <Badge tone="warn">Destructive</Badge>}
        </>
      }
      description={tool.description}
      schema={tool.inputSchema}
      isReady={isReady}
      asked={asked}
      label={`Call ${tool.name}`}
      shortcut="Call tool"
      call={(value, signal) =>
        send("tools/call", { name: tool.name, arguments: value }, { inputSchema: tool.inputSchema, signal })
      }
      said={said("Answered")}
      answer={(done) => <ToolResult {...done} />}
    />
  );
}

function ResourceRead({ resource, isReady, send, asked }: CallProps & { resource: Resource }) {
  const { name, title, description = "", uri, mimeType } = resource;
  const blanks = blanksOf({ kind: "resource", target: name, resource });
  const uriOf = (value: unknown) => expandTemplate(uri, givenTexts(textsOf(value)));
  return (
    <CallPane
      heading={
        <>
          <Heading name={name} title={title} />
          <Badge>Resource</Badge>
          {mimeType !== undefined && <Badge>{mimeType}</Badge>}
        </>
      }
      description={description}
      schema={noInput}
      fields={(value, onChange) => (
        <BlankFields
          blanks={blanks}
          texts={textsOf(value)}
          complete={completeOf(send, isReady, { type: "ref/resource", uri })}
          onChange={onChange}
        />
      )}
      below={(value) => <Mono className="text-xs break-all text-muted">{uriOf(value)}</Mono>}
      isReady={isReady}
      asked={asked}
      label={`Read ${name}`}
      shortcut="Read resource"
      call={(value, signal) => send("resources/read", { uri: uriOf(value) }, { signal })}
      said={said("Read")}
      answer={(done) => <ResourceResult {...done} />}
    />
  );
}

function PromptGet({ prompt, isReady, send, asked }: CallProps & { prompt: Prompt }) {
  const { name, title, description = "" } = prompt;
  const blanks = blanksOf({ kind: "prompt", target: name, prompt });
  return (
    <CallPane
      heading={
        <>
          <Heading name={name} title={title} />
          <Badge>Prompt</Badge>
        </>
      }
      description={description}
      schema={noInput}
      fields={(value, onChange) => (
        <BlankFields
          blanks={blanks}
          texts={textsOf(value)}
          complete={completeOf(send, isReady, { type: "ref/prompt", name })}
          onChange={onChange}
        />
      )}
      isReady={isReady}
      asked={asked}
      label={`Get ${name}`}
      shortcut="Get prompt"
      call={(value, signal) => send("prompts/get", { name, arguments: givenTexts(textsOf(value)) }, { signal })}
      said={said("Got the messages")}
      answer={(done) => <PromptResult {...done} />}
    />
  );
}

/** Calls a tool, reads a resource, or gets a prompt. */
export function OfferCall({ offer, isReady, send }: Omit<CallProps, "asked"> & { offer: Offer }) {
  const call = { isReady, ...useAsking(send) };
  if (offer.kind === "resource") return <ResourceRead {...call} resource={offer.resource} />;
  return offer.kind === "prompt" ? (
    <PromptGet {...call} prompt={offer.prompt} />
  ) : (
    <ToolCall {...call} tool={offer.tool} />
  );
}
