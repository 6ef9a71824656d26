import { McpServer, type CallToolResult, type InputRequiredResult } from "@modelcontextprotocol/server";
import type { Log } from "@ferrule/kit/log.ts";
import { askPerson } from "./answers/ask-person.ts";
import { describeFailure } from "./answers/describe-failure.ts";
import { toolResult } from "./answers/tool-result.ts";
import type { Program } from "./inside/read-program.ts";
import type { CountCall } from "./management-metrics.ts";
import { instructions } from "./instructions.ts";
import { tools } from "./tools/tools.ts";
import type { Tool, ToolScene } from "./tools/tool.ts";

interface Serving {
  scene: ToolScene;
  program: Pick<Program, "opensUrls">;
  log: Log;
  count: CountCall;
}

const isAsking = (answer: CallToolResult | InputRequiredResult): boolean =>
  "inputRequests" in answer ||
  (answer as { structuredContent?: Record<string, unknown> }).structuredContent?.["confirm"] !== undefined;

async function run(
  { scene, program, log, count }: Serving,
  tool: Tool,
  { input, hasShown }: { input: unknown; hasShown: boolean },
): Promise<CallToolResult | InputRequiredResult> {
  const asking = { opensUrls: program.opensUrls, hasShown };
  try {
    const answer = await askPerson(asking, scene.signal, async () => toolResult(await tool.run(scene, input as never)));
    count(tool.name, isAsking(answer) ? "asked" : "done");
    return answer;
  } catch (error) {
    const failure = describeFailure(error, scene.publicUrl);
    count(tool.name, failure === undefined ? "failed" : "refused");
    if (failure !== undefined) return toolResult(failure, true);
    log.error({ err: error, tool: tool.name }, "a tool of the management server failed");
    return toolResult({ error: { code: "INTERNAL", message: "Something went wrong on our side." } }, true);
  }
}

/** The MCP server for one request: the tools that the token's scopes open, over this scene. */
export function serveTools(serving: Serving): McpServer {
  const server = new McpServer({ name: "ferrule", title: "Ferrule", version: "0.1.0" }, { instructions });
  for (const tool of tools) {
    if (!serving.scene.server.scopes.includes(tool.scope)) continue;
    const { name, title, description, input: inputSchema, output: outputSchema } = tool;
    const annotations = { ...tool.hints, openWorldHint: false };
    server.registerTool(
      name,
      { title, description, inputSchema, outputSchema, annotations },
      (input: unknown, { mcpReq }) => run(serving, tool, { input, hasShown: mcpReq.inputResponses !== undefined }),
    );
  }
  return server;
}
