/**
 * What `import … from "ferrule"` gives a Function: the only module a Function has without Libraries. This file is what
 * the editor shows and what every build is checked against; the sandbox implements it. Records of data collections are in
 * ferrule-collections.d.ts.
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

  /** The Project's connections by name, and the tables of each: `GET /api/functions/types` fills it in. */
  export interface ProjectConnections {}

  /** The rows of a connection's tables: `Tables["users"]`; with several connections `Tables<"shop">["users"]`. */
  export type Tables<Name extends keyof ProjectConnections = keyof ProjectConnections> = ProjectConnections[Name];

  /** What a statement takes: a number, text, a list for PostgreSQL's arrays, bytes, or another fragment. */
  export type SqlValue = string | number | bigint | boolean | null | Date | Uint8Array | SqlArray | SqlFragment;

  /** A value of PostgreSQL's array types. Arrays within arrays are its dimensions. */
  export type SqlArray = readonly (string | number | bigint | boolean | null | Date | Uint8Array | SqlArray)[];

  /** A part of a statement, whose values are parameters of the whole. */
  export interface SqlFragment {
    readonly "~ferrule": "sql";
  }

  /** The rows, and what else came of the statement. */
  export interface SqlResult<Row> {
    readonly rows: Row[];
    /** How many rows it answered or changed. */
    readonly count: number;
    /** MySQL: what AUTO_INCREMENT gave. */
    readonly insertId: string | number | null;
  }

  /** A statement that is sent when it is awaited; inside another one it is a fragment. */
  export interface SqlQuery<Row> extends Promise<Row[]>, SqlFragment {
    readonly "~ferrule": "sql";
    /** Sends it, if it was not sent yet, and answers its rows with how many there were or were changed. */
    result(): Promise<SqlResult<Row>>;
  }

  /**
   * A statement as a template. It is sent as one prepared statement, in UTC.
   * @throws FunctionError `NOT_GRANTED`, `NOT_FOUND`, `VALIDATION_ERROR`, `QUERY_FAILED`, `UNIQUE_VIOLATION`,
   * `LIMIT_EXCEEDED` beyond the connection's time, rows or bytes, `EGRESS_DENIED`, `UNAVAILABLE`
   */
  export interface SqlTag {
    <Row extends object = Record<string, Json>>(template: TemplateStringsArray, ...values: SqlValue[]): SqlQuery<Row>;
    /** The quoted name of a table or column that is chosen at run time: ctx.sql.identifier("public", table). */
    identifier(...names: string[]): SqlFragment;
    /** `$1, $2, …` for `in (${ctx.sql.list(ids)})`. */
    list(values: readonly SqlValue[]): SqlFragment;
    /** Fragments with a comma, `and` or `or` between each; conditions get parentheses. */
    join(parts: readonly SqlFragment[], separator?: "," | "and" | "or"): SqlFragment;
    /** A value as JSON text, for a json column. */
    json(value: unknown): SqlFragment;
  }

  export interface SqlConnection extends SqlTag {
    /**
     * Runs statements in a transaction: committed when `work` returns, rolled back when it throws, or the call ends. Use `tx`
     * in it, not `ctx.sql`.
     */
    begin<Result>(
      work: (tx: SqlTag) => Result | Promise<Result>,
      options?: { readOnly?: boolean; isolation?: "read committed" | "repeatable read" | "serializable" },
    ): Promise<Result>;
  }

  export interface Sql extends SqlConnection {
    /** One of several connections. */
    (connection: keyof ProjectConnections): SqlConnection;
    (connection: string): SqlConnection;
  }

  export interface McpCall {
    /** What the client says it is; `null` when it does not say. */
    readonly clientInfo: { readonly name: string; readonly version: string } | null;
    /** Return this to answer with content blocks of your own instead of the returned value's JSON. */
    content(blocks: readonly McpBlock[]): McpContent;
    /** Ends the call, as the client's protocol revision says, when the client did not declare this capability. */
    requireCapability(name: string): void;
  }

  export type McpBlock =
    | { type: "text"; text: string }
    | { type: "image"; data: string; mimeType: string }
    | { type: "audio"; data: string; mimeType: string }
    | { type: "resource_link"; uri: string; name: string; title?: string; description?: string; mimeType?: string }
    | { type: "resource"; resource: { uri: string; mimeType?: string } & ({ text: string } | { blob: string }) };

  /** What `ctx.mcp.content` returns. */
  export interface McpContent {
    readonly "~ferrule": "mcp-content";
  }

  export interface HttpCall {
    readonly request: {
      readonly method: string;
      readonly path: string;
      /** Lower-case names; without credentials. */
      readonly headers: Readonly<Record<string, string>>;
      readonly cookies: Readonly<Record<string, string>>;
      readonly query: Readonly<Record<string, string | readonly string[]>>;
      /** The body as it was sent, as text in UTF-8; what the binding reads from it is part of the input already. */
      text(): Promise<string>;
      /** The body as it was sent, byte for byte. */
      bytes(): Promise<Uint8Array<ArrayBuffer>>;
    };
    /**
     * Verifies the signature of a webhook over the body as it was sent, with a secret that this Function declares. Its value
     * does not enter the Function: `await ctx.http.verifySignature({ sender: "stripe", secret: "STRIPE_SECRET" })`.
     * @throws FunctionError `SIGNATURE_INVALID` with the status 401, when the signature is missing, wrong or too old
     */
    verifySignature(rule: SignatureRule): Promise<VerifiedSignature>;
    /**
     * Return this to answer with a status, headers and a body of your own. A `body` that is a string or bytes is sent as
     * it is, anything else as JSON. A list sends a header several times: `{ "set-cookie": ["a=1", "b=2"] }`.
     */
    respond(answer: { status?: number; headers?: Record<string, string | string[]>; body?: unknown }): HttpAnswer;
    /**
     * Return this to send an answer piece by piece while the Function runs: `return ctx.http.stream(rows())`, where `rows` is an
     * async generator of strings or bytes. The next piece is asked for when the client has room for it.
     */
    stream(chunks: AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>, init?: StreamInit): Response;
    /**
     * Return this to send server-sent events. What the generator yields is an event's data, as JSON unless it is a string, or an
     * object `{ data, event, id, retry }`.
     */
    events(events: AsyncIterable<unknown> | Iterable<unknown>, init?: StreamInit): Response;
  }

  /** The head of a streamed answer: 200 and a content type by its kind, where it says nothing else. */
  export interface StreamInit {
    status?: number;
    headers?: Readonly<Record<string, string>>;
  }

  /** Which signature a webhook must have. */
  export type SignatureRule = {
    /** The name of a secret; several while one is rotated, at most five: any of them may have signed. */
    secret: string | readonly string[];
    /** How old, or how far ahead, the sender's time may be; 300 when it is not set, at most 86,400. */
    toleranceSeconds?: number;
  } & (
    | { sender: "stripe" | "github" | "slack" | "shopify" | "standard" | "twilio" | "meta" | "dropbox" | "trello" }
    | {
        /** Any other sender that signs its body with a shared key. */
        sender: "hmac";
        hmac: {
          /** Where the signature stands. */
          header: string;
          /** `"sha256"` when it is not set. */
          algorithm?: "sha1" | "sha256" | "sha512";
          /** `"hex"` when it is not set. */
          encoding?: "hex" | "base64";
          /** What stands before the signature: `"sha256="`. */
          prefix?: string;
        };
      }
  );

  /** What a verified signature says. */
  export interface VerifiedSignature {
    readonly sender: SignatureRule["sender"];
    /** The same for a delivery that is sent again; `null` where the sender does not say. */
    readonly deliveryId: string | null;
    /** When it was signed, in epoch seconds; `null` where the sender signs no time. */
    readonly timestamp: number | null;
  }

  /** A file in a `multipart` body, as the input of a route has it. */
  export interface UploadedFile {
    /** As the sender names it; never use it as a path. */
    name: string;
    /** The content type that the sender says: `"image/png"`. */
    type: string;
    /** In bytes. */
    size: number;
    /** Base64: `Uint8Array.fromBase64(file.data)`. */
    data: string;
  }

  /** What `ctx.http.respond` returns. */
  export interface HttpAnswer {
    readonly "~ferrule": "http-answer";
  }
}
