import type { Environment } from "@ferrule/contract/states.ts";
import { RefreshCw, Wrench } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { Badge } from "../../../components/badge.tsx";
import { IconButton } from "../../../components/button/button.tsx";
import { Card } from "../../../components/card.tsx";
import { Segmented } from "../../../components/button/segmented.tsx";
import { useServed, type Tool } from "../discovery/use-served.ts";
import { pathOf, type Endpoint } from "../endpoint.ts";
import { triedRevisions } from "../search.ts";
import { useEndpointSearch } from "../use-endpoint-search.ts";
import { CallPane, needsKey } from "./call-pane.tsx";
import { exchange, type Exchange } from "./exchange.ts";
import { answerOf, headersOf, messageOf, type RpcAnswer } from "./rpc.ts";
import { TargetPane } from "./target-pane.tsx";
import { ToolResult } from "./tool-result.tsx";
import { Wire } from "./wire.tsx";

export interface TryProps {
  endpoint: Endpoint;
  environment: Environment;
  apiKey: string | null;
  /** A credential is available, or none is needed. */
  isReady: boolean;
}

const kept = 20;

/** Sends JSON-RPC to the endpoint and keeps all requests and responses. */
function useRpc({ endpoint, environment, apiKey }: TryProps, revision: (typeof triedRevisions)[number]) {
  const [exchanges, setExchanges] = useState<readonly Exchange[]>([]);
  const next = useRef(1);
  const send = async (
    method: string,
    params: Record<string, unknown> = {},
    { inputSchema, signal }: { inputSchema?: Record<string, unknown>; signal?: AbortSignal } = {},
  ): Promise<{ exchange: Exchange; answer: RpcAnswer | null }> => {
    const message = messageOf(revision, next.current, method, params);
    next.current += 1;
    const done = await exchange(
      {
        title: typeof params["name"] === "string" ? `${method} ${params["name"]}` : method,
        url: pathOf(endpoint.urls[environment]),
        method: "POST",
        requestBody: message,
        headers: headersOf(revision, message, apiKey, inputSchema),
      },
      signal,
    );
    setExchanges((now) => [done, ...now].slice(0, kept));
    return { exchange: done, answer: answerOf(done.responseBody, message.id) };
  };
  return { revision, exchanges, send };
}

function ToolCall({ tool, isReady, send }: { tool: Tool; isReady: boolean; send: ReturnType<typeof useRpc>["send"] }) {
  return (
    <CallPane
      heading={
        <>
          <code className="font-mono text-sm font-semibold break-all">{tool.name}</code>
          {tool.title !== undefined && <span className="text-sm text-muted">{tool.title}</span>}
          {tool.annotations?.readOnlyHint === true && <Badge>Read-only</Badge>}
          {tool.annotations?.destructiveHint === true && <Badge tone="warn">Destructive</Badge>}
        </>
      }
      description={tool.description}
      schema={tool.inputSchema}
      isReady={isReady}
      label={`Call ${tool.name}`}
      shortcut="Call tool"
      call={(value, signal) =>
        send("tools/call", { name: tool.name, arguments: value }, { inputSchema: tool.inputSchema, signal })
      }
      said={({ answer }) => (answer?.result?.["isError"] === true || answer?.error ? "The call failed" : "Answered")}
      answer={(done) => <ToolResult {...done} />}
    />
  );
}

/** The tools to try: those that the endpoint lists for the key; without a credential, the deployed ones. */
function useTools({ endpoint, environment, isReady }: TryProps, { send, revision }: ReturnType<typeof useRpc>) {
  const served = useServed(endpoint, environment);
  const [listed, setListed] = useState<readonly Tool[] | null>(null);
  const [isListing, setListing] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const list = async () => {
    setListing(true);
    const { exchange: done, answer } = await send("tools/list");
    setListing(false);
    const found = answer?.result?.["tools"];
    const tools = Array.isArray(found) ? (found as Tool[]) : null;
    setListed(tools);
    const failure = answer?.error?.message ?? done.failure ?? `The endpoint answered ${done.status}.`;
    setRefusal(tools === null ? failure : null);
  };
  useEffect(() => {
    if (isReady) void list();
  }, [revision]);
  const tools = listed ?? (refusal === null ? served.tools : []);
  const none = listed === null ? "This environment serves none." : "The scopes of this key include none of its tools.";
  return { tools, none, refusal, list, isListing };
}

/** A small MCP client: `tools/list`, then `tools/call` by a form of the tool's schema. */
export function McpTry(props: TryProps) {
  const { isReady } = props;
  const [search, change] = useEndpointSearch();
  const rpc = useRpc(props, search.revision ?? triedRevisions[0]);
  const { tools, none, refusal, list, isListing } = useTools(props, rpc);
  const tool = tools?.find(({ name }) => name === search.target) ?? tools?.[0];
  return (
    <>
      <Card
        flush
        title={
          <span className="flex items-center gap-2">
            Tools {tools && <span className="text-xs font-normal text-muted">{tools.length}</span>}
          </span>
        }
        actions={
          <span className="flex items-center gap-1.5">
            <Segmented
              label="MCP revision"
              value={rpc.revision}
              choices={triedRevisions.map((value) => ({ value, label: value }))}
              onChange={(value) => change({ revision: value === "2025-11-25" ? value : undefined }, { replace: true })}
            />
            <IconButton
              icon={RefreshCw}
              label="Refresh tools"
              busy={isListing}
              disabledReason={isReady ? null : needsKey}
              onClick={() => void list()}
            />
          </span>
        }
      >
        {refusal !== null && (
          <p
            role="alert"
            className="mx-4 mb-3 rounded-md border border-bad-line bg-bad-soft px-3 py-2 text-sm text-bad"
          >
            tools/list was rejected: {refusal}
          </p>
        )}
        {refusal === null && (
          <TargetPane
            label="Tools"
            icon={Wrench}
            none={none}
            names={tools?.map(({ name }) => name)}
            chosen={tool?.name}
          >
            {tool && <ToolCall key={tool.name} tool={tool} isReady={isReady} send={rpc.send} />}
          </TargetPane>
        )}
      </Card>
      <Wire exchanges={rpc.exchanges} />
    </>
  );
}
