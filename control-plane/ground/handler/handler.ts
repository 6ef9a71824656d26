import type { Answer, Operation, Validated } from "@ferrule/contract/operation.ts";
import type { OperationName, Operations } from "@ferrule/contract/operations.ts";
import type { AgentScope, Role } from "@ferrule/contract/states.ts";
import type { InstallationScope, ProjectScope } from "../store/scope.ts";
import type { App } from "../app.ts";
import type { PreparedAnswer } from "./prepared-answer.ts";

/** The caller, as the pipeline found it. */
export interface Actor {
  kind: "user" | "token";
  userId: string;
  email: string;
  /** The lower one of the user's role and the token's role. */
  role: Role;
  /** The table must allow each of them: the user's current role and, for a token, the token's. */
  roles: readonly Role[];
  /** The one Project that a token is limited to; null for a session. */
  tokenProjectId: string | null;
  sessionId: string | null;
  tokenId: string | null;
  /** What a token may do at the management MCP server, the only place where it works; null: no such limit. */
  scopes: readonly AgentScope[] | null;
}

/** What an audit event says about the changed resource. The pipeline redacts `changes`. */
export interface AuditTarget {
  /** Set only when the change is that of another operation, whose audit action it has. */
  action?: string;
  kind: string;
  id: string | null;
  name: string | null;
  /** Set only when it differs from the scope's Project, as when somebody creates, selects or archives a Project. */
  projectId?: string;
  /** The e-mail address of a caller without an account who made the change. */
  by?: string | null;
  changes?: Record<string, unknown>;
}

/** The return value of an audited operation's handler. So no handler can forget its audit event. */
export interface Audited<T> {
  answer: T;
  /** Several when one request makes changes of several operations. */
  audit: AuditTarget | readonly [AuditTarget, ...AuditTarget[]];
}

/** Cookies and headers that the pipeline adds to the answer. */
export interface Reply {
  cookies: { name: "session" | "csrf" | "device" | "flow" | "caller"; value: string | null; expiresAt?: Date }[];
  headers: Record<string, string>;
}

/** The things that every handler gets. */
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
  /** The request's `Last-Event-ID`, with which an interrupted stream resumes; null without one. */
  lastEventId: string | null;
  /** The request's cookie of a browser that has signed in before. */
  deviceCookie: string | undefined;
  /** The request's cookie of a sign-in that is in progress at a provider. */
  flowCookie: string | undefined;
  /** The request's cookie of a caller whom a provider signed in. */
  callerCookie: string | undefined;
  /** The request's session cookie as it was sent; only operations that work without a session need to read it. */
  sessionCookie: string | undefined;
  /** The body as it arrives, for an operation that declares a `stream`; it can be read once. */
  chunks: AsyncIterable<Buffer>;
  /** Aborted when the caller has gone. */
  signal: AbortSignal;
  reply: Reply;
}

type Who<O extends Operation> = O["roles"] extends "public" ? { actor: null } : { actor: Actor };

/** Runs in the pipeline's own transaction, which is `scope`. If the handler throws, all of it is rolled back. */
type InPipeline<O extends Operation> = { scope: O["scope"] extends "project" ? ProjectScope : InstallationScope };

/** The handler opens short transactions itself. `read` is read-only; anything else goes through `app.store`. */
type OwnTransactions<O extends Operation> = {
  projectId: O["scope"] extends "project" ? string : null;
  read: <T>(run: (scope: O["scope"] extends "project" ? ProjectScope : InstallationScope) => Promise<T>) => Promise<T>;
  /** Writes the audit event of `run`'s change in the same transaction, and returns its `answer`. */
  write: <T>(
    run: (scope: O["scope"] extends "project" ? ProjectScope : InstallationScope) => Promise<Audited<T>>,
  ) => Promise<T>;
};

export type HandlerContext<O extends Operation> = Common<O> &
  Who<O> &
  (O["transaction"] extends "handler" ? OwnTransactions<O> : InPipeline<O>);

/**
 * The answer of an operation with an `alternative`: the pipeline sends it unchanged, instead of JSON. `chunks` may be
 * an async iterable (server-sent events) or one string.
 */
export interface RawAnswer {
  raw: { contentType: string; chunks: AsyncIterable<string> | string };
}

type Plain<O extends Operation> =
  | Answer<O>
  | (O["prepared"] extends true ? PreparedAnswer : never)
  | (O["alternative"] extends string | readonly string[] ? RawAnswer : never);

/** With `transaction: "handler"`, `write` writes the audit event, so the handler returns a plain answer. */
export type Handler<O extends Operation> = (
  context: HandlerContext<O>,
) => Promise<
  O["audit"] extends string ? (O["transaction"] extends "handler" ? Plain<O> : Audited<Plain<O>>) : Plain<O>
>;

export type Handlers = { [K in OperationName]: Handler<Operations[K]> };
