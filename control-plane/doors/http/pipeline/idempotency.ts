import { claimIdempotencyKey, keepIdempotentAnswer, type KeyPlace } from "../../../serving/idempotency/queries/keys.ts";
import type { AnyScope } from "../../../ground/store/scope.ts";
import { createHmac } from "node:crypto";
import { PublicError } from "@ferrule/contract/errors.ts";
import { deriveKey } from "../../../people/session/cookie/derive-key.ts";
import type { Exchange } from "./exchange.ts";

/** The stored part of a response: everything except the `value` of a key or a secret. */
export interface KeptAnswer {
  status: number;
  body: unknown;
  location: string | null;
}

const scopeOf = ({ operation, project }: Exchange) => (operation.scope === "project" ? (project?.id ?? "") : "");
const actorOf = ({ actor }: Exchange) => actor?.tokenId ?? actor?.userId ?? "";

/** The scope of a key. The same key of another actor, operation or Project is a different key. */
const placeOf = (exchange: Exchange, key: string): KeyPlace => ({
  actorId: actorOf(exchange),
  operation: exchange.name,
  projectScope: scopeOf(exchange),
  key,
});

/** A keyed hash: the body may hold a password, and nobody may guess it from the stored hash. */
const hashRequest = ({ app, request, body, params }: Exchange) =>
  createHmac("sha256", deriveKey(app.settings.sessionSecret, "idempotency"))
    .update(JSON.stringify([request.method, params, body ?? null]))
    .digest("base64url");

/**
 * Claims the request's `Idempotency-Key` for 24 h, in the transaction that does the work. Waits while another request
 * with the same key is in progress. Returns the stored answer if the same request was made before, else null.
 * @throws PublicError IDEMPOTENCY_CONFLICT when the key was used for another request.
 */
export async function claimKey(exchange: Exchange, scope: AnyScope): Promise<KeptAnswer | null> {
  const key = exchange.idempotencyKey;
  if (key === null) return null;
  const requestHash = hashRequest(exchange);
  const kept = await claimIdempotencyKey(scope, placeOf(exchange, key), requestHash);
  if (kept === null) return null;
  if (kept.status === null || kept.requestHash !== requestHash) throw new PublicError("IDEMPOTENCY_CONFLICT");
  return { status: kept.status, body: JSON.parse(kept.answer ?? "null") as unknown, location: kept.location };
}

function withoutValue(body: unknown): unknown {
  if (typeof body !== "object" || body === null || !("value" in body)) return body;
  const { value: _value, ...rest } = body;
  return rest;
}

/** Stores the answer under the request's key, in the same transaction. */
export async function keepAnswer(exchange: Exchange, scope: AnyScope, answer: KeptAnswer): Promise<void> {
  if (exchange.idempotencyKey === null) return;
  const body = JSON.stringify(withoutValue(answer.body) ?? null);
  const place = placeOf(exchange, exchange.idempotencyKey);
  await keepIdempotentAnswer(scope, place, { ...answer, body });
}
