import type { InternalRouteName, InternalRoutes } from "@ferrule/contract/internal/routes.ts";
import type { Answer, Validated } from "@ferrule/contract/operation.ts";
import type { FastifyReply } from "fastify";

/** The validated parts of a request, with the reply for routes that add headers or hold the request. */
type Asked<N extends InternalRouteName> = Validated<InternalRoutes[N]> & { reply: FastifyReply };

type Answered<N extends InternalRouteName> = InternalRoutes[N]["response"] extends null
  ? void
  : Answer<InternalRoutes[N]>;

/**
 * The handler of each route in `internalRoutes`. It returns the body of the answer, and the table says how to send it.
 */
export type InternalHandlers = { [N in InternalRouteName]: (asked: Asked<N>) => Promise<Answered<N>> };
