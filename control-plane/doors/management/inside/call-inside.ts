import { createClient, type Client } from "@ferrule/contract/client.ts";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { asAgent, type AgentRequest } from "../../../ground/handler/agent-request.ts";

interface Caller {
  server: FastifyInstance;
  /** The agent's request: its token, address and id go with every call that it causes. */
  request: FastifyRequest;
  ip: string | null;
  agent: AgentRequest;
}

/**
 * A client of the management API whose requests stay in this process: they go through the pipeline of the server's own
 * routes as the agent's token, and nothing else of the agent's request goes with them.
 */
export function clientInside({ server, request, ip, agent }: Caller): Client {
  const own: Record<string, string> = {
    authorization: request.headers.authorization ?? "",
    "x-request-id": request.id,
    ...(request.headers["user-agent"] === undefined ? {} : { "user-agent": request.headers["user-agent"] }),
  };
  const send: typeof fetch = async (input, { method = "GET", headers = {}, body } = {}) => {
    const answer = await asAgent(agent, () =>
      server.inject({
        method: method as "GET",
        url: input instanceof Request ? input.url : input.toString(),
        headers: { host: "inside", ...(headers as Record<string, string>), ...own },
        ...(typeof body === "string" ? { payload: body } : {}),
        ...(ip === null ? {} : { remoteAddress: ip }),
      }),
    );
    const given = Object.entries(answer.headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, String(value)] as [string, string]],
    );
    const isEmpty = answer.statusCode === 204 || answer.statusCode === 304;
    return new Response(isEmpty ? null : answer.body, { status: answer.statusCode, headers: given });
  };
  return createClient({ baseUrl: "", fetch: send });
}
