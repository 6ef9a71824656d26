import type { Answer, Operation, Validated } from "@ferrule/contract/operation.ts";
import type { OperationName, Operations } from "@ferrule/contract/operations.ts";
import type { Role } from "@ferrule/contract/states.ts";
import type { InstallationScope, ProjectScope } from "../../store/scope.ts";
import type { App } from "../../app.ts";
import type { PreparedAnswer } from "./prepared-answer.ts";

/** Who asks, as the pipeline found out. */
export interface Actor {
  kind: "user" | "token";
  userId: string;
  email: string;
  /** The lower one of the user's and their token's. */
  role: Role;
  /** Every one of them must be allowed: the user's present role and, for a token, the token's. */
  roles: readonly Role[];
  /** The one Project that a token is limited to; null for a session. */
  tokenProjectId: string | null;
  sessionId: string | null;
  tokenId: string | null;
}

/** What an audit event says about the thing that was changed. `changes` is redacted by the pipeline. */
export interface AuditTarget {
  kind: string;
  id: string | null;
  name: string | null;
  /** Only where it differs from the scope's: creating, selecting or archiving a Project. */
  projectId?: string;
  /** The e-mail address of a caller without an account, where one did it. */
  by?: string | null;
  changes?: Record<string, unknown>;
}

/** What a handler of an audited operation answers, so that none can forget its audit event. */
export interface Audited<T> {
  answer: T;
  audit: AuditTarget;
}

/** A cookie or header the pipeline sends along. */
export interface Reply {
  cookies: { name: "session" | "csrf" | "device" | "flow" | "caller"; value: string | null; expiresAt?: Date }[];
  headers: Record<string, string>;
}

/** What every handler gets. */
export interface Common<O extends Operation> extends Validated<O> {
  app: App;
  operation: O;
  requestId: string;
  ip: string | null;
  userAgent: string | null;
  /** The revision in `If-Match`, or null when there is none. */
  ifMatch: number | null;
  /** The request's `Accept`, for operations with an `alternative`. */
  accept: string;
  /** The request's `Last-Event-ID`, where a stream that broke off is to go on; null without one. */
  lastEventId: string | null;
  /** The request's cookie of a browser that has signed in before. */
  deviceCookie: string | undefined;
  /** The request's cookie of a sign-in at a provider that is under way. */
  flowCookie: string | undefined;
  /** The request's cookie of a caller whom a provider signed in. */
  callerCookie: string | undefined;
  /** The request's session cookie as it was sent; only operations that need no session have to look at it themselves. */
  sessionCookie: string | undefined;
  /** The body as it arrives, of an operation that declares a `stream`: to be read once. */
  chunks: AsyncIterable<Buffer>;
  /** Aborted when the caller has gone. */
  signal: AbortSignal;
  reply: Reply;
}

type Who<O extends Operation> = O["roles"] extends "public" ? { actor: null } : { actor: Actor };

/** In the pipeline's own transaction: `scope` is it. Nothing of it stays when the handler throws. */
type InPipeline<O extends Operation> = { scope: O["scope"] extends "project" ? ProjectScope : InstallationScope };

/** The handler opens short transactions itself. `read` is read-only; what is neither goes through `app.store`. */
type OwnTransactions<O extends Operation> = {
  projectId: O["scope"] extends "project" ? string : null;
  read: <T>(run: (scope: O["scope"] extends "project" ? ProjectScope : InstallationScope) => Promise<T>) => Promise<T>;
  /** Writes the audit event of what `run` changed in the same transaction, and answers its `answer`. */
  write: <T>(
    run: (scope: O["scope"] extends "project" ? ProjectScope : InstallationScope) => Promise<Audited<T>>,
  ) => Promise<T>;
};

export type HandlerContext<O extends Operation> = Common<O> &
  Who<O> &
  (O["transaction"] extends "handler" ? OwnTransactions<O> : InPipeline<O>);

/**
 * Answered by an operation with an `alternative`: the pipeline sends it as it comes, instead of JSON. `chunks` may be
 * an async iterable (server-sent events) or one string.
 */
export interface RawAnswer {
  raw: { contentType: string; chunks: AsyncIterable<string> | string };
}

type Plain<O extends Operation> =
  | Answer<O>
  | (O["prepared"] extends true ? PreparedAnswer : never)
  | (O["alternative"] extends string | readonly string[] ? RawAnswer : never);

/** With `transaction: "handler"` the audit event is written by `write`, so the handler answers plainly. */
export type Handler<O extends Operation> = (
  context: HandlerContext<O>,
) => Promise<
  O["audit"] extends string ? (O["transaction"] extends "handler" ? Plain<O> : Audited<Plain<O>>) : Plain<O>
>;

export type Handlers = { [K in OperationName]: Handler<Operations[K]> };
