/**
 * The exports of the module `ferrule`, the only one that a Function has without Libraries. The editor shows this file,
 * every build is checked against it, and the sandbox implements it. Each of the other `ferrule-*.d.ts` files covers one
 * topic.
 */
declare module "ferrule" {
  /** Any value that JSON can carry. */
  export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json | undefined };

  /**
   * An error whose code, message and details the caller may see. Any other thrown value becomes a safe sentence for the
   * caller; only the execution's record has all of it.
   */
  export class FunctionError extends Error {
    /**
     * @param code An upper-case name of your own, for example `"ORDER_NOT_FOUND"`.
     * @param message One sentence for the caller.
     */
    constructor(code: string, message: string, options?: FunctionErrorOptions);
    readonly code: string;
    /** The HTTP status of the response, for a caller of an HTTP route. */
    readonly status: number | undefined;
    readonly details: Json | undefined;
  }

  export interface FunctionErrorOptions {
    /** 400 to 599; default: 500. */
    status?: number;
    details?: Json;
    /** The cause: recorded, never sent. */
    cause?: unknown;
    /** False: a step of a durable run that throws it is not tried again. */
    retry?: boolean;
  }

  /** The `code` of a FunctionError that a member of the context throws. */
  export type HostErrorCode =
    | "NOT_GRANTED"
    | "NOT_FOUND"
    | "REVISION_CONFLICT"
    | "UNIQUE_VIOLATION"
    | "VALIDATION_ERROR"
    | "EGRESS_DENIED"
    | "LIMIT_EXCEEDED"
    | "UNAVAILABLE"
    | "QUERY_FAILED"
    | "ELICITATION_UNSUPPORTED"
    | RunErrorCode;

  /** A Function's handler: `export default (async (input, ctx) => …) satisfies Handler<Input>`. */
  export type Handler<Input = never, Output = unknown> = (input: Input, ctx: Context) => Output | Promise<Output>;

  /** The second parameter of a handler: the facts of this call, and what it may do outside. */
  export interface Context {
    /** The `x-request-id` of the call, by which its execution is found. */
    readonly requestId: string;
    readonly environment: "development" | "production";
    /** The caller's tenant, from its key or the policy's rules; records, cache and logs belong to it. */
    readonly tenantId: string;
    /** `"run"` in a run of a durable Function, whoever started it. */
    readonly source: "mcp" | "http" | "cron" | "test" | "run";
    readonly caller: Caller;
    /** `null` for a test of a draft. */
    readonly deploymentId: string | null;
    /** 1 for the first run of this call. */
    readonly attempt: number;
    /** Aborted when the call is cancelled or its time is over; pass it on: `fetch(url, { signal: ctx.signal })`. */
    readonly signal: AbortSignal;
    /** The end of this call's time, in epoch milliseconds. */
    readonly deadline: number;
    readonly log: Log;
    readonly secrets: Secrets;
    readonly cache: Cache;
    /**
     * The records of a data collection in this Project, typed by its schema, for this call's environment and tenant.
     */
    collection<Name extends keyof ProjectCollections>(name: Name): Collection<ProjectCollections[Name]>;
    /** The records of a data collection that this Function may use, for this call's environment and tenant. */
    collection<Data extends object = Record<string, Json>>(name: string): Collection<Data>;
    /**
     * A database that this Function may use, for this call's environment: ctx.sql`select * from users where id =
     * ${id}`. Values become parameters, and text cannot become part of a statement. With several connections, name one:
     * ctx.sql("shop")`select …`.
     */
    readonly sql: Sql;
    /** Reports progress (`done` of `total`) to a waiting MCP client; for other callers it goes into the log. */
    progress(done: number, total?: number, message?: string): Promise<void>;
    /**
     * Tells MCP clients that listen for the resource at this URI that it has changed. Only callers of this call's tenant
     * hear of it.
     */
    resourceChanged(uri: string): Promise<void>;
    /** Set when an MCP client calls. A Function for tools only may declare `ctx: McpContext`. */
    readonly mcp?: McpCall;
    /** Set when an HTTP route is called. A Function for routes only may declare `ctx: HttpContext`. */
    readonly http?: HttpCall;
    /** Starts, reads, wakes and cancels runs of durable Functions. */
    readonly runs: Runs;
    /** Set in a run. A durable Function declares `ctx: RunContext`. */
    readonly run?: RunInfo;
  }

  /** The context of a Function that is bound as MCP tools only. */
  export interface McpContext extends Context {
    readonly mcp: McpCall;
    /**
     * Runs `run` once in this call, and keeps its result as JSON while questions of the call are open: see `ctx.mcp.elicit`.
     * All results and questions of a call may have 128 KiB. A failure is kept too; it is not tried again.
     * @param name 1 to 100 characters on one line. If a name is used again, it gets a number: `pay`, `pay#2`.
     */
    step<Result>(name: string, run: (step: StepCall) => Result | Promise<Result>): Promise<Stored<Result>>;
  }

  /** The context of a Function that is bound as HTTP routes only. */
  export interface HttpContext extends Context {
    readonly http: HttpCall;
  }

  export interface Caller {
    readonly kind: "anonymous" | "api-key" | "jwt" | "user" | "cron" | "webhook";
    readonly id: string | null;
    readonly name: string | null;
    /**
     * The issuer of a caller's access token (kind `jwt`), as a URL. With `subject`, it identifies one person or
     * machine.
     */
    readonly issuer?: string;
    readonly subject?: string;
    /** The program that calls for them. */
    readonly clientId?: string;
    readonly email?: string;
    /** The token's scopes, for example `["call", "orders:write"]`. */
    readonly scopes?: readonly string[];
    /** The token's claims that the policy passes on, by their names there. */
    readonly claims?: { readonly [name: string]: Json };
  }

  /**
   * The log of this execution: at most 1,000 entries and 256 KiB. Secrets are masked, and a marker shows a cut. Logging
   * never fails a call. `console` writes to the same log.
   */
  export interface Log {
    debug(message: string, data?: unknown): void;
    info(message: string, data?: unknown): void;
    warn(message: string, data?: unknown): void;
    error(message: string, data?: unknown): void;
  }

  /** The secrets of the Project by name: `GET /api/functions/types` fills it in. */
  export interface ProjectSecrets {}

  /** The data of the Project's records, by collection: `GET /api/functions/types` fills it in. */
  export interface ProjectCollections {}

  export interface Secrets {
    /**
     * The value of a secret that this Function declares and may use, for this call's environment. From then on, all
     * records of this call mask it.
     * @throws FunctionError `NOT_GRANTED`, or `NOT_FOUND` if the environment has no value for it.
     */
    get(name: keyof ProjectSecrets): Promise<string>;
    get(name: string): Promise<string>;
  }

  /**
   * JSON values that expire, shared by this Project's Functions in this environment for this tenant. Any of them may
   * vanish at any time. A key is text of 1 to 256 bytes without control characters.
   * @throws FunctionError `NOT_GRANTED`, `VALIDATION_ERROR`, `LIMIT_EXCEEDED`, `UNAVAILABLE`
   */
  export interface Cache {
    /** `undefined` if there is none, or it has expired. */
    get<Value = Json>(key: string): Promise<Value | undefined>;
    /** A `value` of at most 1 MiB as JSON. `ttlSeconds`: at most 30 days; default: 3,600. */
    set(key: string, value: unknown, options?: { ttlSeconds?: number }): Promise<void>;
    /** Whether it existed. */
    delete(key: string): Promise<boolean>;
  }
}
