import { PublicError } from "@ferrule/contract/errors.ts";
import { tokensEqual } from "@ferrule/kit/tokens-equal.ts";
import type { FastifyRequest } from "fastify";
import type { App } from "../app.ts";

/**
 * Lets only workers pass: `x-worker-token` must be WORKER_API_TOKEN, compared in constant time.
 * @throws PublicError UNAUTHENTICATED
 */
export function requireWorker({ settings }: App, request: FastifyRequest): void {
  if (!tokensEqual(request.headers["x-worker-token"], settings.workerApiToken))
    throw new PublicError("UNAUTHENTICATED", "The worker token is missing or wrong.");
}

/**
 * Lets holders of INTERNAL_API_TOKEN (`x-internal-token`, specification 4.12) pass, and workers.
 * @throws PublicError UNAUTHENTICATED
 */
export function requireInternal({ settings }: App, request: FastifyRequest): void {
  const { "x-internal-token": internal, "x-worker-token": worker } = request.headers;
  const internalFits = tokensEqual(internal, settings.internalApiToken);
  const workerFits = tokensEqual(worker, settings.workerApiToken);
  if (!internalFits && !workerFits) throw new PublicError("UNAUTHENTICATED", "The internal token is missing or wrong.");
}
