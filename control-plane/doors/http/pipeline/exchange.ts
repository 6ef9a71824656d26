import type { Operation } from "@ferrule/contract/operation.ts";
import type { OperationName } from "@ferrule/contract/operations.ts";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { App } from "../../../ground/app.ts";
import type { AskerSession } from "../../../people/session/queries.ts";
import type { Asker } from "../../../people/users/asker.ts";
import type { Actor } from "../../../ground/handler/handler.ts";

/** A handler as the pipeline calls it, once everything that its type promises holds. */
export type AnyHandler = (context: never) => Promise<unknown>;

/** A request on its way through the pipeline. Each step adds its results. */
export interface Exchange {
  readonly app: App;
  readonly name: OperationName;
  readonly operation: Operation;
  readonly handler: AnyHandler;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly requestId: string;
  readonly ip: string | null;
  readonly userAgent: string | null;
  /** Aborted when the caller has gone, or the process drains. */
  readonly signal: AbortSignal;
  actor: Actor | null;
  user: Asker["user"] | null;
  session: AskerSession | null;
  /** The active Project. */
  project: Asker["project"];
  params: unknown;
  query: unknown;
  body: unknown;
  ifMatch: number | null;
  idempotencyKey: string | null;
}

/** A check: it lets the request pass, or throws the PublicError for the caller. */
export type Step = (exchange: Exchange) => Promise<void> | void;
