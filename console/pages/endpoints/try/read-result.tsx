import { AnswerHead } from "./answer-head.tsx";
import { BlockView, ReadView, type Block, type ReadContent } from "./content-blocks.tsx";
import type { RpcDone } from "./use-rpc.ts";

/** What a client has read of a resource. */
export function ResourceResult(done: RpcDone) {
  const contents = done.answer?.result?.["contents"];
  return (
    <div className="grid min-w-0 gap-3">
      <AnswerHead {...done} word="Contents" tone="good" />
      {Array.isArray(contents) &&
        // oxlint-disable-next-line react/no-array-index-key -- contents have no other identity, and never move
        (contents as ReadContent[]).map((content, index) => <ReadView key={index} content={content} />)}
    </div>
  );
}

interface Message {
  role: string;
  content: Block | Block[];
}

/** The messages that a prompt puts into the conversation. */
export function PromptResult(done: RpcDone) {
  const { messages, description } = (done.answer?.result ?? {}) as { messages?: Message[]; description?: string };
  return (
    <div className="grid min-w-0 gap-3">
      <AnswerHead {...done} word="Messages" tone="good" />
      {typeof description === "string" && <p className="text-sm text-muted">{description}</p>}
      {Array.isArray(messages) && (
        <ol className="grid gap-3" aria-label="Messages">
          {messages.map(({ role, content }, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- messages have no other identity, and never move
            <li key={index} className="grid gap-1">
              <p className="text-xs font-medium text-muted">{role === "assistant" ? "Assistant" : "User"}</p>
              {[content].flat().map((block, at) => (
                // oxlint-disable-next-line react/no-array-index-key -- as above
                <BlockView key={at} block={block} />
              ))}
            </li>
          ))}
        </ol>
      )}
    </div>
  );
}
