import type { InternalRouteName, InternalRoutes } from "@ferrule/contract/internal/routes.ts";
import type { Answer, Validated } from "@ferrule/contract/operation.ts";
import type { FastifyReply } from "fastify";

/** The validated parts of a request, and the reply, for what a route adds to it or holds. */
type Asked<N extends InternalRouteName> = Validated<InternalRoutes[N]> & { reply: FastifyReply };

type Answered<N extends InternalRouteName> = InternalRoutes[N]["response"] extends null
  ? void
  : Answer<InternalRoutes[N]>;

/** What serves each route of `internalRoutes`. A handler returns the answer's body; it is sent as the table says. */
export type InternalHandlers = { [N in InternalRouteName]: (asked: Asked<N>) => Promise<Answered<N>> };
