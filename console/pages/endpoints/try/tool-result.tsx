import { JsonView } from "../../../components/show/json-view.tsx";
import { AnswerHead } from "./answer-head.tsx";
import { BlockView, type Block } from "./content-blocks.tsx";
import type { RpcDone } from "./use-rpc.ts";

/** A tool's result: its structured content, or its blocks; an error in words. */
export function ToolResult({ exchange, answer }: RpcDone) {
  const result = answer?.result;
  const isError = result?.["isError"] === true;
  const structured = result?.["structuredContent"];
  const blocks = Array.isArray(result?.["content"]) ? (result["content"] as Block[]) : [];
  return (
    <div className="grid min-w-0 gap-3">
      <AnswerHead
        exchange={exchange}
        answer={answer}
        word={isError ? "Tool error" : "Result"}
        tone={isError ? "bad" : "good"}
      />
      {structured !== undefined && !isError && <JsonView value={structured} label="structured content" />}
      {(structured === undefined || isError) &&
        // oxlint-disable-next-line react/no-array-index-key -- blocks have no other identity, and never move
        blocks.map((block, index) => <BlockView key={index} block={block} />)}
    </div>
  );
}
