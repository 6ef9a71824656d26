import assert from "node:assert/strict";
import type { Client } from "@ferrule/contract/client.ts";
import { startTestControlPlane, type RawAnswer, type TestControlPlane } from "../../../testing/test-control-plane.ts";
import { agentToken, connectAgent, type Agent } from "./connect-agent.ts";

export type Said = Record<string, unknown>;

/** The code of an answer that is an error. */
export const codeOf = (said: Said): string | undefined => (said["error"] as { code?: string } | undefined)?.code;

/** The id of what a person is asked. Fails if the answer asks nothing. */
export function askedId(said: Said): string {
  assert.ok(said["confirm"] !== undefined, JSON.stringify(said));
  return (said["confirm"] as { link: string }).link.split("/").at(-1) ?? "";
}

/** The JSON-RPC message of a call. */
export const callBody = (name: string, input: object) => ({
  jsonrpc: "2.0",
  id: 1,
  method: "tools/call",
  params: { name, arguments: input },
});

/** A confirmation that an agent may get: its id, and the digest that a person sees. */
export interface Wanted {
  confirmationId: string;
  digest: string;
}

export const confirm = (client: Client, { confirmationId, digest }: Wanted) =>
  client.decideConfirmation({ params: { confirmationId }, body: { decision: "confirm", digest } });

/** The change of a policy that an agent wants. */
interface Opening {
  endpoint: string;
  change: { endpoint: string; change: { caller: { mode: string } }; revision: unknown };
}

/** The same, and what a person is asked. */
export interface Wish extends Wanted, Opening {}

export interface HostileScene extends AsyncDisposable {
  plane: TestControlPlane;
  projectId: string;
  owner: Client;
  /** The agent's token, and the agent: everything but reading needs one of its scopes. */
  token: string;
  agent: Agent;
  /** Sends a message as it is, with the agent's token. */
  send: (body: unknown, headers?: Record<string, string>) => Promise<RawAnswer>;
  /** Makes an endpoint, and what opens its policy. Nobody has asked for that yet. */
  opening: () => Promise<Opening>;
  /** Wants to open the policy of a new endpoint. */
  wish: (by?: Agent) => Promise<Wish>;
  assertUnchanged: (endpoint: string) => Promise<void>;
}

const accept = "application/json, text/event-stream";

/** A Project with the Function `greet` that lets agents in, its owner, and an agent with every scope. */
export async function startHostileScene(): Promise<HostileScene> {
  const plane = await startTestControlPlane();
  const { id: projectId } = await plane.createProject();
  const owner = await plane.signInAs("owner", projectId);
  await owner.updateManagementServer({ body: { enabled: true } });
  await owner.createFunction({ body: { slug: "greet", source: "export default () => 1;" } });
  const token = await agentToken(owner, { projectId, scopes: ["write", "deploy", "release"] });
  const agent = await connectAgent(plane.url, token);
  let made = 0;
  const opening = async () => {
    const endpoint = `endpoint-${(made += 1)}`;
    await agent.call("bind", { function: "greet", endpoint, tool: "greet" });
    const { said: policy } = await agent.call("set_policy", { endpoint });
    return { endpoint, change: { endpoint, change: { caller: { mode: "none" } }, revision: policy["revision"] } };
  };
  return {
    plane,
    projectId,
    owner,
    token,
    agent,
    send: (body, headers = {}) =>
      plane.request("/mcp/ferrule", {
        method: "POST",
        headers: { authorization: `Bearer ${token}`, accept, ...headers },
        body,
      }),
    opening,
    wish: async (by = agent) => {
      const wanted = await opening();
      const confirmationId = askedId((await by.call("set_policy", wanted.change)).said);
      const { digest } = await owner.getConfirmation({ params: { confirmationId } });
      return { ...wanted, confirmationId, digest };
    },
    assertUnchanged: async (endpoint) => {
      const { said } = await agent.call("set_policy", { endpoint });
      assert.equal((said["policy"] as { caller: { mode: string } }).caller.mode, "api-key", endpoint);
    },
    [Symbol.asyncDispose]: async () => {
      await agent[Symbol.asyncDispose]();
      await plane[Symbol.asyncDispose]();
    },
  };
}
