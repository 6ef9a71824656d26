/**
 * What `import … from "ferrule"` gives a Function: the only module a Function has without Libraries. This file is what
 * the editor shows and what every build is checked against; the sandbox implements it. The other `ferrule-*.d.ts` go on
 * with one theme each.
 */
declare module "ferrule" {
  /** Any value that JSON can carry. */
  export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json | undefined };

  /**
   * An error whose code, message and details the caller may see. Anything else that is thrown reaches the caller as a
   * safe sentence, and in full only the execution's record.
   */
  export class FunctionError extends Error {
    /**
     * @param code An upper-case name of your own, for example `"ORDER_NOT_FOUND"`.
     * @param message One sentence for the caller.
     */
    constructor(code: string, message: string, options?: FunctionErrorOptions);
    readonly code: string;
    /** The HTTP status of the answer, for a caller of an HTTP route. */
    readonly status: number | undefined;
    readonly details: Json | undefined;
  }

  export interface FunctionErrorOptions {
    /** 400 to 599; 500 when it is not set. */
    status?: number;
    details?: Json;
    /** What was behind it: recorded, never sent. */
    cause?: unknown;
  }

  /** The `code` of the FunctionErrors that the context's own members throw. */
  export type HostErrorCode =
    | "NOT_GRANTED"
    | "NOT_FOUND"
    | "REVISION_CONFLICT"
    | "UNIQUE_VIOLATION"
    | "VALIDATION_ERROR"
    | "EGRESS_DENIED"
    | "LIMIT_EXCEEDED"
    | "UNAVAILABLE"
    | "QUERY_FAILED";

  /** A Function's handler: `export default (async (input, ctx) => …) satisfies Handler<Input>`. */
  export type Handler<Input = never, Output = unknown> = (input: Input, ctx: Context) => Output | Promise<Output>;

  /** The second parameter of a handler: the facts of this call, and what it may do outside. */
  export interface Context {
    /** The `x-request-id` of the call, by which its execution is found. */
    readonly requestId: string;
    readonly environment: "development" | "production";
    /** The tenant of the caller's key, or of the policy's rule about them; records, cache and logs are scoped to it. */
    readonly tenantId: string;
    readonly source: "mcp" | "http" | "cron" | "test";
    readonly caller: Caller;
    /** `null` for a test of a draft. */
    readonly deploymentId: string | null;
    /** 1 for the first run of this call. */
    readonly attempt: number;
    /** Aborted when the call is cancelled or its time is over; pass it on: `fetch(url, { signal: ctx.signal })`. */
    readonly signal: AbortSignal;
    /** When the time of this call is over, in epoch milliseconds. */
    readonly deadline: number;
    readonly log: Log;
    readonly secrets: Secrets;
    readonly cache: Cache;
    /** The records of a data collection of this Project, typed by its schema, in this call's environment and tenant. */
    collection<Name extends keyof ProjectCollections>(name: Name): Collection<ProjectCollections[Name]>;
    /** The records of a data collection this Function was granted, in this call's environment and tenant. */
    collection<Data extends object = Record<string, Json>>(name: string): Collection<Data>;
    /**
     * A database that this Function was granted, in this call's environment: ctx.sql`select * from users where id = ${id}`.
     * Values become parameters, and text cannot become part of a statement. With several connections, name one:
     * ctx.sql("shop")`select …`.
     */
    readonly sql: Sql;
    /** Tells a waiting MCP client how far the call is (`done` of `total`); other callers find it in the log. */
    progress(done: number, total?: number, message?: string): Promise<void>;
    /** Set when an MCP client calls. A Function that only tools call may take `ctx: McpContext`. */
    readonly mcp?: McpCall;
    /** Set when an HTTP route is called. A Function that only routes call may take `ctx: HttpContext`. */
    readonly http?: HttpCall;
  }

  /** The context of a Function that is bound as MCP tools only. */
  export interface McpContext extends Context {
    readonly mcp: McpCall;
  }

  /** The context of a Function that is bound as HTTP routes only. */
  export interface HttpContext extends Context {
    readonly http: HttpCall;
  }

  export interface Caller {
    readonly kind: "anonymous" | "api-key" | "jwt" | "user" | "cron" | "webhook";
    readonly id: string | null;
    readonly name: string | null;
    /** Who vouches for a caller with an access token (kind `jwt`), as a URL. With `subject` it names one person or machine. */
    readonly issuer?: string;
    readonly subject?: string;
    /** The program that calls on their behalf. */
    readonly clientId?: string;
    readonly email?: string;
    /** What the token allows, for example `["call", "orders:write"]`. */
    readonly scopes?: readonly string[];
    /** The claims of the token that the policy lets through, by their names there. */
    readonly claims?: { readonly [name: string]: Json };
  }

  /**
   * The log of this execution: at most 1,000 entries and 256 KiB, secrets masked, cut off with a marker. Logging never
   * fails a call. `console` writes to the same log.
   */
  export interface Log {
    debug(message: string, data?: unknown): void;
    info(message: string, data?: unknown): void;
    warn(message: string, data?: unknown): void;
    error(message: string, data?: unknown): void;
  }

  /** The secrets of the Project by name: `GET /api/functions/types` fills it in. */
  export interface ProjectSecrets {}

  /** What the records of the Project's data collections hold, by collection: `GET /api/functions/types` fills it in. */
  export interface ProjectCollections {}

  export interface Secrets {
    /**
     * The value of a secret that this Function declares and was granted, in this call's environment. From then on it is
     * masked wherever this call is recorded.
     * @throws FunctionError `NOT_GRANTED`, or `NOT_FOUND` when the environment has no value for it.
     */
    get(name: keyof ProjectSecrets): Promise<string>;
    get(name: string): Promise<string>;
  }

  /**
   * JSON values that expire, shared by the Functions of this Project in this environment for this tenant. Any of them may be
   * gone at any time. A key is text of 1 to 256 bytes without control characters.
   * @throws FunctionError `NOT_GRANTED`, `VALIDATION_ERROR`, `LIMIT_EXCEEDED`, `UNAVAILABLE`
   */
  export interface Cache {
    /** `undefined` when there is none, or it has expired. */
    get<Value = Json>(key: string): Promise<Value | undefined>;
    /** A `value` of at most 1 MiB as JSON. `ttlSeconds`: 3,600 when it is not set, at most 30 days. */
    set(key: string, value: unknown, options?: { ttlSeconds?: number }): Promise<void>;
    /** Whether there was one. */
    delete(key: string): Promise<boolean>;
  }
}
