import type { TestFunction } from "./deployed.ts";
import { outcome, type Behaviour } from "./stand-in.ts";

const text = {
  type: "object",
  properties: { text: { type: "string" } },
  required: ["text"],
  additionalProperties: false,
};

/** Functions for tests of the protocol, and their behaviour in the stand-in for the sandbox. */
export const tools: TestFunction[] = [
  { name: "echo", code: "echo", inputSchema: text, outputSchema: text, route: "POST /echo" },
  { name: "plain", code: "plain" },
  { name: "blocks", code: "blocks" },
  { name: "fails", code: "fails", route: "GET /fails" },
  { name: "throws", code: "throws", route: "GET /throws" },
  { name: "lies", code: "lies", outputSchema: text },
  { name: "list", code: "list", outputSchema: { type: "array" } },
  { name: "samples", code: "samples" },
  { name: "steps", code: "steps" },
  { name: "waits", code: "waits", timeoutMs: 30_000 },
  { name: "hidden", code: "hidden", tool: { enabled: false } },
  {
    name: "region",
    code: "region",
    inputSchema: {
      type: "object",
      properties: {
        region: { type: "string", "x-mcp-header": "Region" },
        count: { type: "integer", "x-mcp-header": "Count" },
      },
    },
  },
  { name: "remote", code: "remote", inputSchema: { type: "object", $ref: "https://schemas.example/order.json" } },
];

export const behaviours: Record<string, Behaviour> = {
  echo: (_call, input) => input,
  plain: () => "just text",
  blocks: () =>
    outcome({
      kind: "returned",
      outputJson: "null",
      reply: { kind: "mcp", contentJson: '[{"type":"image","data":"aGk=","mimeType":"image/png"}]' },
    }),
  fails: () =>
    outcome({
      kind: "threw",
      code: "ORDER_NOT_FOUND",
      message: "No order A-1",
      safe: true,
      status: 404,
      details: { orderId: "A-1" },
      stack: "at handler",
    }),
  throws: () =>
    outcome({
      kind: "threw",
      code: "FUNCTION_ERROR",
      message: "password hunter2 leaked",
      safe: false,
      status: null,
      details: null,
      stack: "at secret.ts:1",
    }),
  lies: () => ({ text: 4 }),
  list: () => [1, 2],
  samples: ({ mcp }) =>
    mcp?.capabilities["sampling"] === undefined
      ? outcome({
          kind: "threw",
          code: "CAPABILITY_REQUIRED",
          message: "The client does not have sampling.",
          safe: true,
          status: 400,
          details: null,
          stack: null,
          requiredCapability: "sampling",
        })
      : "sampled",
  steps({ onProgress }) {
    for (const done of [0, 50, 40, 50, 100]) onProgress?.(done, 100, done === 50 ? "half" : null);
    return "done";
  },
  region: (_call, input) => input,
};
