// Why: docs/decisions/management-server-over-the-pipeline.md
import { Readable } from "node:stream";
import { ApiError } from "@ferrule/contract/api-error.ts";
import { PublicError } from "@ferrule/contract/errors.ts";
import { managementServerPath } from "@ferrule/contract/sign-in/management-server-path.ts";
import { oauthRoutes } from "@ferrule/contract/sign-in/oauth-routes.ts";
import { agentScopes } from "@ferrule/contract/states.ts";
import { createMcpHandler } from "@modelcontextprotocol/server";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { App } from "../../ground/app.ts";
import { clientAddress } from "../../ground/handler/client-address.ts";
import { readBody } from "../http/pipeline/read-body.ts";
import { sendError } from "../http/send-error.ts";
import { clientInside } from "./inside/call-inside.ts";
import { readProgram, sessionOf } from "./inside/read-program.ts";
import { createManagementMetrics } from "./management-metrics.ts";
import { serveTools } from "./serve-tools.ts";

/** A message with more calls than this is refused: each of them may take a worker's time. */
const mostInBatch = 10;
const hopByHop = new Set(["connection", "transfer-encoding", "content-length"]);

async function send(reply: FastifyReply, response: Response, session: string | null): Promise<FastifyReply> {
  for (const [name, value] of response.headers) if (!hopByHop.has(name)) reply.header(name, value);
  if (session !== null) reply.header("mcp-session-id", session);
  reply.code(response.status);
  return reply.send(response.body === null ? null : Readable.fromWeb(response.body));
}

function toRequest({ headers }: FastifyRequest, url: string): Request {
  const given = Object.entries(headers).flatMap(([name, value]) =>
    typeof value === "string" && !hopByHop.has(name) ? [[name, value] as [string, string]] : [],
  );
  return new Request(url, { method: "POST", headers: given });
}

/** 401 says where a client learns how to sign in (RFC 9728, section 5.1), and with which scopes. */
function refuse(reply: FastifyReply, error: unknown, app: App): FastifyReply {
  const metadata = app.settings.publicUrl + oauthRoutes.getManagementServerResource.path;
  const known =
    error instanceof ApiError
      ? new PublicError(
          error.code as PublicError["code"],
          error.message,
          error.details ? { details: error.details } : {},
        )
      : error;
  if (known instanceof PublicError && known.code === "UNAUTHENTICATED")
    reply.header("www-authenticate", `Bearer resource_metadata="${metadata}", scope="${agentScopes.join(" ")}"`);
  return sendError(reply, known, app.log);
}

/**
 * Serves the management MCP server: Streamable HTTP without state, from MCP 2026-07-28 back to 2025-03-26, so that any
 * replica answers any request. Each tool uses the management API through this very server, as the agent's token.
 */
export function registerManagementServer(server: FastifyInstance, app: App): void {
  const { publicUrl, sessionSecret, internalApiTokens } = app.settings;
  const count = createManagementMetrics(app.metrics, app);
  server.post(managementServerPath, async (request, reply) => {
    try {
      if (!/^Bearer /i.test(request.headers.authorization ?? "")) throw new PublicError("UNAUTHENTICATED");
      const body = await readBody(request.raw);
      if (Array.isArray(body) && body.length > mostInBatch)
        throw new PublicError("VALIDATION_ERROR", `A batch may have at most ${mostInBatch} messages.`);
      const program = readProgram(sessionSecret, body, request.headers["mcp-session-id"]);
      const ip = clientAddress(request.raw, internalApiTokens);
      const client = clientInside({ server, request, ip, agent: { client: program.name } });
      const settings = await client.getManagementServer({});
      if (!settings.enabled)
        throw new PublicError("FORBIDDEN", "An owner has not switched the management MCP server on for this Project.");
      const left = new AbortController();
      reply.raw.once("close", () => left.abort());
      const scene = { client, server: settings, publicUrl, signal: left.signal };
      const handler = createMcpHandler(() => serveTools({ scene, program, log: app.log, count }));
      const response = await handler.fetch(toRequest(request, publicUrl + managementServerPath), { parsedBody: body });
      const session = program.isNew && program.name !== null ? sessionOf(sessionSecret, program.name) : null;
      return await send(reply, response, session);
    } catch (error) {
      return refuse(reply, error, app);
    }
  });
}
