import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import type { Client as Management } from "@ferrule/contract/client.ts";
import { agentScopes, type AgentScope, type Role } from "@ferrule/contract/states.ts";

/** A tool's answer as an agent reads it. */
export interface AgentAnswer {
  isError: boolean;
  /** The JSON text, which is what costs the agent tokens. */
  text: string;
  said: Record<string, unknown>;
}

export interface Agent extends AsyncDisposable {
  tools: () => Promise<string[]>;
  call: (name: string, input?: Record<string, unknown>) => Promise<AgentAnswer>;
}

/** Connects the official client to the management server of an origin, with an access token. */
export async function connectAgent(origin: string, token: string, name = "scripted-agent"): Promise<Agent> {
  const client = new Client({ name, version: "1.2.3" });
  const transport = new StreamableHTTPClientTransport(new URL(`${origin}/mcp/ferrule`), {
    requestInit: { headers: { authorization: `Bearer ${token}` } },
  });
  await client.connect(transport);
  return {
    tools: async () => (await client.listTools()).tools.map((tool) => tool.name),
    call: async (tool, input = {}) => {
      const answer = await client.callTool({ name: tool, arguments: input });
      const [first] = answer.content as { text: string }[];
      const text = first?.text ?? "";
      return { isError: answer.isError === true, text, said: JSON.parse(text) as Record<string, unknown> };
    },
    [Symbol.asyncDispose]: () => client.close(),
  };
}

/** A token for an agent, made by the person whose client this is. */
export const agentToken = async (
  client: Management,
  { projectId, role = "owner", scopes = [...agentScopes] }: { projectId: string; role?: Role; scopes?: AgentScope[] },
): Promise<string> => (await client.createToken({ body: { name: "agent", role, projectId, scopes } })).value;
