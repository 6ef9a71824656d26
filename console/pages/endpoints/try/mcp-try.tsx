import type { Environment } from "@ferrule/contract/states.ts";
import { RefreshCw, Wrench } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { Badge } from "../../../components/badge.tsx";
import { IconButton } from "../../../components/button/button.tsx";
import { Card } from "../../../components/card.tsx";
import { Segmented } from "../../../components/button/segmented.tsx";
import { EmptyState, Skeleton } from "../../../components/states.tsx";
import { useServed, type Tool } from "../discovery/use-served.ts";
import { pathOf, type Endpoint } from "../endpoint.ts";
import { triedRevisions } from "../search.ts";
import { useEndpointSearch } from "../use-endpoint-search.ts";
import { CallPane } from "./call-pane.tsx";
import { exchange, type Exchange } from "./exchange.ts";
import { answerOf, headersOf, messageOf, type RpcAnswer } from "./rpc.ts";
import { TargetList } from "./target-list.tsx";
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

/** Sends JSON-RPC to the endpoint and keeps what went over the wire. */
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
  return { exchanges, send };
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

/** A small MCP client: `tools/list`, then `tools/call` by a form of the tool's schema. */
export function McpTry(props: TryProps) {
  const { endpoint, environment, isReady } = props;
  const [search, change] = useEndpointSearch();
  const revision = search.revision ?? triedRevisions[0];
  const { exchanges, send } = useRpc(props, revision);
  const served = useServed(endpoint, environment);
  const [listed, setListed] = useState<readonly Tool[] | null>(null);
  const [isListing, setListing] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const list = async () => {
    setListing(true);
    const { exchange: done, answer } = await send("tools/list");
    setListing(false);
    const tools = answer?.result?.["tools"];
    setListed(Array.isArray(tools) ? (tools as Tool[]) : null);
    setRefusal(
      Array.isArray(tools) ? null : (answer?.error?.message ?? done.failure ?? `The endpoint answered ${done.status}.`),
    );
  };
  useEffect(() => {
    if (isReady) void list();
  }, [revision]);
  // Without a credential the deployed tools are shown; with one, the endpoint lists what the key may see.
  const tools = listed ?? (refusal === null ? served.tools : []);
  const tool = tools?.find(({ name }) => name === search.target) ?? tools?.[0];
  return (
    <>
      <Card
        flush
        title={
          <span className="flex items-center gap-2">
            Tools
            {tools !== undefined && <span className="text-xs font-normal text-muted">{tools.length}</span>}
          </span>
        }
        actions={
          <span className="flex items-center gap-1.5">
            <Segmented
              label="MCP revision"
              value={revision}
              choices={triedRevisions.map((value) => ({ value, label: value }))}
              onChange={(value) => change({ revision: value === "2025-11-25" ? value : undefined }, { replace: true })}
            />
            <IconButton
              icon={RefreshCw}
              label="Refresh tools"
              busy={isListing}
              disabledReason={isReady ? null : "This endpoint needs a key. Create one above."}
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
        {tools === undefined ? (
          <Skeleton className="m-4 h-64" />
        ) : tool === undefined ? (
          refusal === null && (
            <div className="p-4">
              <EmptyState icon={Wrench} title="No tools">
                {listed === null
                  ? "This environment serves none."
                  : "The scopes of this key include none of its tools."}
              </EmptyState>
            </div>
          )
        ) : (
          <div className="grid border-t border-line md:grid-cols-[15rem_minmax(0,1fr)]">
            <TargetList
              label="Tools"
              names={tools.map(({ name }) => name)}
              chosen={tool.name}
              onChoose={(target) => change({ target }, { replace: true })}
            />
            <ToolCall key={tool.name} tool={tool} isReady={isReady} send={send} />
          </div>
        )}
      </Card>
      <Wire exchanges={exchanges} />
    </>
  );
}
