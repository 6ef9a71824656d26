import { Badge } from "../../../components/badge.tsx";
import { CodeBlock } from "../../../components/show/code-block.tsx";
import { duration } from "../../../components/format.ts";
import { JsonView } from "../../../components/show/json-view.tsx";
import type { Exchange } from "./exchange.ts";
import { ExecutionLink } from "./execution-link.tsx";
import type { RpcAnswer } from "./rpc.ts";
import { StatusBadge } from "./wire.tsx";

interface Block {
  type: string;
  text?: string;
}

/** A tool's result: its structured content, or its text; an error in words. */
export function ToolResult({ exchange, answer }: { exchange: Exchange; answer: RpcAnswer | null }) {
  const result = answer?.result;
  const isError = result?.["isError"] === true;
  const structured = result?.["structuredContent"];
  const blocks = Array.isArray(result?.["content"]) ? (result["content"] as Block[]) : [];
  const reached = result !== undefined;
  return (
    <div className="grid min-w-0 gap-3">
      <div className="flex flex-wrap items-center gap-2">
        {reached ? (
          <Badge tone={isError ? "bad" : "good"}>{isError ? "Tool error" : "Result"}</Badge>
        ) : (
          <Badge tone="bad">Refused</Badge>
        )}
        <StatusBadge status={exchange.status} />
        <span className="text-xs text-muted tabular-nums">{duration(exchange.durationMs)}</span>
        <span className="ml-auto">
          {reached && exchange.requestId && <ExecutionLink requestId={exchange.requestId} />}
        </span>
      </div>
      {answer?.error && (
        <p role="alert" className="rounded-md border border-bad-line bg-bad-soft px-3 py-2 text-sm text-bad">
          {answer.error.message} <span className="text-xs">(JSON-RPC {answer.error.code})</span>
        </p>
      )}
      {answer === null && (
        <p role="alert" className="rounded-md border border-bad-line bg-bad-soft px-3 py-2 text-sm text-bad">
          {exchange.failure ?? "The response is not a JSON-RPC message. See the raw exchange below."}
        </p>
      )}
      {structured !== undefined && !isError && <JsonView value={structured} label="structured content" />}
      {(structured === undefined || isError) &&
        blocks.map((block, index) => (
          <CodeBlock
            // oxlint-disable-next-line react/no-array-index-key -- blocks have no other identity, and never move
            key={index}
            title={`Content, ${block.type}`}
            text={block.text ?? JSON.stringify(block, null, 2)}
            wrap
          />
        ))}
    </div>
  );
}
