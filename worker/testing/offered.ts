import type { ArtifactEndpoint, ArtifactPrompt, ArtifactResource } from "@ferrule/contract/internal/artifact.ts";
import { contentSize, type McpContent } from "@ferrule/contract/resources/mcp-fields.ts";
import { sha256 } from "../deployed/endpoints/artifacts/artifact-digest.ts";
import type { TestFunction } from "./deployed.ts";
import { outcome, type Behaviour } from "./stand-in.ts";

/** A resource for tests: with a content, or with the Function of the same name. */
export type TestResource = Partial<ArtifactResource> & { name: string; uri: string; content?: McpContent };
/** A prompt for tests: with messages, or with the Function of the same name. */
export type TestPrompt = Partial<ArtifactPrompt> & { name: string };

const common = { description: "", enabled: true, title: null };

/** What an endpoint offers besides tools, and the codes of the bundles that hold the contents. */
export function offered(resources: readonly TestResource[], prompts: readonly TestPrompt[] = []) {
  const codes: string[] = [];
  const endpoint: Partial<ArtifactEndpoint> = {
    resources: resources.map(({ content, ...resource }) => {
      const given = { ...common, bindingId: `mcb_resource_${resource.name}` };
      if (content === undefined) return { ...given, functionId: `fn_${resource.name}`, ...resource };
      const code = JSON.stringify(content);
      codes.push(code);
      const kept = { functionId: null, contentDigest: sha256(code), contentSize: contentSize(content) };
      return { ...given, ...kept, ...resource };
    }),
    prompts: prompts.map((prompt) => {
      const functionId = prompt.messages === undefined ? `fn_${prompt.name}` : null;
      return { ...common, bindingId: `mcb_prompt_${prompt.name}`, functionId, ...prompt };
    }),
  };
  return { endpoint, contents: codes };
}

const none = { tool: { enabled: false } };
const byId = { type: "object", properties: { id: { type: "integer" } }, required: ["id"], additionalProperties: false };

/** Functions of resources and prompts, and their behaviour in the stand-in for the sandbox. */
export const offeredFunctions: TestFunction[] = [
  { name: "order", code: "order", inputSchema: byId, ...none },
  { name: "orders", code: "orders", ...none },
  { name: "files", code: "files", ...none },
  { name: "picture", code: "picture", ...none },
  { name: "broken", code: "broken", ...none },
  { name: "durable", code: "durable", runPolicy: {}, ...none },
  {
    name: "review",
    code: "review",
    inputSchema: {
      type: "object",
      properties: {
        code: { type: "string", title: "Code", description: "The code to review." },
        language: { $ref: "#/$defs/Language" },
        strict: { type: "boolean" },
      },
      required: ["code"],
      additionalProperties: false,
      $defs: { Language: { type: "string", enum: ["python", "perl", "typescript", "happy"] } },
    },
    ...none,
  },
];

const notFound = outcome({
  kind: "threw",
  code: "NOT_FOUND",
  message: "No such order.",
  safe: true,
  status: 404,
  details: null,
  stack: null,
});

export const offeredBehaviours: Record<string, Behaviour> = {
  order: ({ mcp }, { id }: { id: number }) => (id === 404 ? notFound : { id, uri: mcp?.uri }),
  orders: () => null,
  files: (_call, { path }: { path: string }) => [
    `# ${path}`,
    { text: "<p>", mimeType: "text/html", uri: "docs://files/other" },
    { blob: "AAEC", mimeType: "image/png" },
  ],
  picture: () =>
    outcome({
      kind: "returned",
      outputJson: "null",
      reply: { kind: "mcp", contentJson: '[{"type":"image","data":"aGk=","mimeType":"image/png"}]' },
    }),
  broken: () => ({ blob: "not base64!" }),
  review: (_call, { code, language = "any" }: { code: string; language?: string }) => ({
    description: "A review",
    messages: [
      { role: "user", content: `Review this ${language}: ${code}` },
      { role: "assistant", content: [{ type: "text", text: "Gladly." }] },
    ],
  }),
};
