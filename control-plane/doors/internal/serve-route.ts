import { internalRoutes, type InternalRoute, type InternalRouteName } from "@ferrule/contract/internal/routes.ts";
import { bundleBytesType, codeBytesHeader, type SentBundle } from "@ferrule/contract/internal/artifact.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { sendHeld } from "./held-answer.ts";
import type { InternalHandlers } from "./internal-handler.ts";
import { parse } from "./parse.ts";

interface AnyAsked {
  params: unknown;
  query: unknown;
  body: unknown;
  reply: FastifyReply;
}

const sentBytes = ({ headers, body }: FastifyRequest) => ({ codeBytes: Number(headers[codeBytesHeader]), bytes: body });

const sendBytes = (reply: FastifyReply, { codeBytes, bytes }: SentBundle) =>
  reply.type(bundleBytesType).header(codeBytesHeader, codeBytes).send(bytes);

/** Serves one route of the table: validates the request by its schemas, and sends what the handler returns. */
export function serveRoute(routes: FastifyInstance, name: InternalRouteName, handlers: InternalHandlers): void {
  const route: InternalRoute = internalRoutes[name];
  const { method, path: url, params, query, body, bodyLimitBytes: bodyLimit, held, response, bytes } = route;
  const handle = handlers[name] as (asked: AnyAsked) => Promise<unknown>;
  routes.route({
    method,
    url,
    ...(bodyLimit === undefined ? {} : { bodyLimit }),
    handler: async (request, reply) => {
      const answer = await handle({
        params: params && parse(params, request.params, "params"),
        query: query && parse(query, request.query, "query"),
        body: body && parse(body, bytes ? sentBytes(request) : request.body, "body"),
        reply,
      });
      if (response === null) return reply.code(204).send();
      if (bytes) return sendBytes(reply, answer as SentBundle);
      return held ? sendHeld(reply, answer as object) : reply.send(answer);
    },
  });
}
