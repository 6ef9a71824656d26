import { createServer } from "node:http";
import { json } from "node:stream/consumers";
import { serveHere } from "@ferrule/kit/testing/serve-here.ts";

export interface ModelRequest {
  model: string;
  messages: { role: string; content: unknown }[];
  tools?: { name: string }[];
}

/** What the model does: it calls a tool, or says a text. */
export type Reply = { tool: string; input: object } | { text: string };

const event = (type: string, data: object) => `event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`;

/** A reply as events of the Messages API (https://docs.anthropic.com/en/api/messages-streaming). */
function eventsOf(model: string, id: number, reply: Reply): string {
  const usage = { input_tokens: 1, output_tokens: 1 };
  const message = { id: `msg_${id}`, type: "message", role: "assistant", model, content: [], usage };
  const isTool = "tool" in reply;
  const block = isTool
    ? { type: "tool_use", id: `toolu_${id}`, name: reply.tool, input: {} }
    : { type: "text", text: "" };
  const delta = isTool
    ? { type: "input_json_delta", partial_json: JSON.stringify(reply.input) }
    : { type: "text_delta", text: reply.text };
  return [
    event("message_start", { message: { ...message, stop_reason: null, stop_sequence: null } }),
    event("content_block_start", { index: 0, content_block: block }),
    event("content_block_delta", { index: 0, delta }),
    event("content_block_stop", { index: 0 }),
    event("message_delta", { delta: { stop_reason: isTool ? "tool_use" : "end_turn", stop_sequence: null }, usage }),
    event("message_stop", {}),
  ].join("");
}

/** A model on loopback that says what a test has written, and remembers what it was asked. */
export async function startMockModel() {
  const requests: ModelRequest[] = [];
  let replies: Reply[] = [];
  const server = createServer((request, response) => {
    const answer = async () => {
      const asked = (await json(request).catch(() => ({}))) as ModelRequest;
      if (!/^\/v1\/messages(?:\?|$)/.test(request.url ?? "") || !Array.isArray(asked.messages)) {
        return response.writeHead(200, { "content-type": "application/json" }).end(`{"input_tokens":1}`);
      }
      requests.push(asked);
      const reply = replies.shift() ?? { text: "Done." };
      response.writeHead(200, { "content-type": "text/event-stream" });
      return response.end(eventsOf(asked.model, requests.length, reply));
    };
    answer().catch((error: unknown) => response.destroy(error as Error));
  });
  const { url, [Symbol.asyncDispose]: close } = await serveHere(server, 0);
  return {
    url,
    /** Sets what it says next, and forgets what it was asked. */
    script(...next: Reply[]) {
      replies = next;
      requests.length = 0;
    },
    /** Everything that it was told since, as text. */
    told: () => JSON.stringify(requests.flatMap(({ messages }) => messages)),
    requests,
    [Symbol.asyncDispose]: close,
  };
}
