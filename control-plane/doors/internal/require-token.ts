import type { IncomingMessage } from "node:http";
import { PublicError } from "@ferrule/contract/errors.ts";
import { isOneOfTokens } from "@ferrule/kit/tokens-equal.ts";
import type { FastifyRequest } from "fastify";
import type { App } from "../../ground/app.ts";

/**
 * Whether the request comes from a worker: `x-worker-token` must be one of the values of WORKER_API_TOKEN. Compares in
 * constant time.
 */
export const isWorker = ({ settings }: App, { headers }: Pick<IncomingMessage, "headers">): boolean =>
  isOneOfTokens(headers["x-worker-token"], settings.workerApiTokens);

/**
 * Lets only workers pass.
 * @throws PublicError UNAUTHENTICATED
 */
export function requireWorker(app: App, request: FastifyRequest): void {
  if (!isWorker(app, request)) throw new PublicError("UNAUTHENTICATED", "The worker token is missing or wrong.");
}

/**
 * Lets holders of INTERNAL_API_TOKEN (`x-internal-token`) pass, and workers.
 * @throws PublicError UNAUTHENTICATED
 */
export function requireInternal({ settings }: App, request: FastifyRequest): void {
  const { "x-internal-token": internal, "x-worker-token": worker } = request.headers;
  const internalFits = isOneOfTokens(internal, settings.internalApiTokens);
  const workerFits = isOneOfTokens(worker, settings.workerApiTokens);
  if (!internalFits && !workerFits) throw new PublicError("UNAUTHENTICATED", "The internal token is missing or wrong.");
}
