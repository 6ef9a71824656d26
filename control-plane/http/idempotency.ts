import { createHmac } from "node:crypto";
import { PublicError } from "@ferrule/contract/errors.ts";
import { sql } from "kysely";
import type { InstallationScope, ProjectScope } from "../store/scope.ts";
import { deriveKey } from "./derive-key.ts";
import type { Exchange } from "./exchange.ts";

/** What is kept of an answer: all but the `value` of a key or a secret. */
export interface KeptAnswer {
  status: number;
  body: unknown;
  location: string | null;
}

interface KeptRow {
  requestHash: string;
  status: number | null;
  answer: string | null;
  location: string | null;
}

type Scope = ProjectScope | InstallationScope;

const scopeOf = ({ operation, project }: Exchange) => (operation.scope === "project" ? (project?.id ?? "") : "");
const actorOf = ({ actor }: Exchange) => actor?.tokenId ?? actor?.userId ?? "";

/** A keyed hash: a body with a password in it must not be guessable from what is kept. */
const hashRequest = ({ app, request, body, params }: Exchange) =>
  createHmac("sha256", deriveKey(app.settings.sessionSecret, "idempotency"))
    .update(JSON.stringify([request.method, params, body ?? null]))
    .digest("base64url");

/**
 * Takes the request's `Idempotency-Key` for 24 h, in the transaction that does the work; waits while another request with
 * it is still under way. Answers what was kept when the same request was made before, else null.
 * @throws PublicError IDEMPOTENCY_CONFLICT when the key was used for another request.
 */
export async function claimKey(exchange: Exchange, { tx }: Scope): Promise<KeptAnswer | null> {
  const key = exchange.idempotencyKey;
  if (key === null) return null;
  const requestHash = hashRequest(exchange);
  const [actorId, scope, name] = [actorOf(exchange), scopeOf(exchange), exchange.name];
  const claimed = await sql`
    insert into idempotency_keys as kept (actor_id, operation, project_scope, key, request_hash)
    values (${actorId}, ${name}, ${scope}, ${key}, ${requestHash})
    on conflict (actor_id, operation, project_scope, key) do update
      set request_hash = excluded.request_hash, status = null, answer = null, location = null, created_at = now()
      where kept.created_at < now() - interval '24 hours'
    returning 1 as claimed
  `.execute(tx);
  if (claimed.rows.length > 0) return null;
  const { rows } = await sql<KeptRow>`
    select request_hash, status, answer, location from idempotency_keys
    where actor_id = ${actorId} and operation = ${name} and project_scope = ${scope} and key = ${key}
  `.execute(tx);
  const kept = rows[0];
  if (!kept || kept.status === null || kept.requestHash !== requestHash) throw new PublicError("IDEMPOTENCY_CONFLICT");
  return { status: kept.status, body: JSON.parse(kept.answer ?? "null") as unknown, location: kept.location };
}

function withoutValue(body: unknown): unknown {
  if (typeof body !== "object" || body === null || !("value" in body)) return body;
  const { value: _value, ...rest } = body;
  return rest;
}

/** Keeps the answer under the request's key, in the same transaction. */
export async function keepAnswer(exchange: Exchange, { tx }: Scope, answer: KeptAnswer): Promise<void> {
  if (exchange.idempotencyKey === null) return;
  const body = JSON.stringify(withoutValue(answer.body) ?? null);
  await sql`
    update idempotency_keys set status = ${answer.status}, answer = ${body}, location = ${answer.location}
    where actor_id = ${actorOf(exchange)} and operation = ${exchange.name}
      and project_scope = ${scopeOf(exchange)} and key = ${exchange.idempotencyKey}
  `.execute(tx);
}
