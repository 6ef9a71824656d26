/** What `import … from "ferrule/test"` gives the test file of a Function. Functions and Libraries cannot import it. */
declare module "ferrule/test" {
  /** A test says what it is by comparing it. */
  // oxlint-disable-next-line typescript/no-explicit-any -- as in the types of other test runners
  type Untyped = any;

  export interface TestOptions {
    /** Milliseconds after which the test fails; 5,000 when it is not set. */
    timeout?: number;
  }

  type Body = () => unknown;

  export interface TestFunction {
    (name: string, body: Body, options?: TestOptions | number): void;
    /** Leaves the test out. */
    skip(name: string, body?: Body, options?: TestOptions | number): void;
    /** Runs only the tests and groups of this file that are marked so. */
    only(name: string, body: Body, options?: TestOptions | number): void;
    /** A test for each row. In the name, `%s`, `%d`, `%i`, `%f`, `%j`, `%o` stand for its values, `%#` for its number, `$field` for a field of an object. */
    each<Row extends readonly unknown[]>(
      rows: readonly Row[],
    ): (name: string, body: (...values: [...Row]) => unknown, options?: TestOptions | number) => void;
    each<Row>(
      rows: readonly Row[],
    ): (name: string, body: (value: Row) => unknown, options?: TestOptions | number) => void;
  }

  export interface DescribeFunction {
    (name: string, body: () => void): void;
    skip(name: string, body: () => void): void;
    only(name: string, body: () => void): void;
  }

  export const test: TestFunction;
  /** The same as `test`. */
  export const it: TestFunction;
  /** A group of tests. Its body runs at once, and may not wait. */
  export const describe: DescribeFunction;
  /** Runs before each test of the group in which it stands, outer groups first. */
  export function beforeEach(body: Body): void;
  /** Runs after each test of the group in which it stands, also after a failed one; inner groups first. */
  export function afterEach(body: Body): void;

  /** The matchers that people know from Vitest. Each throws an error that shows both values. */
  export interface Matchers<Result = void> {
    /** The same value, by `Object.is`. */
    toBe(expected: unknown): Result;
    /** An equal value: fields that are `undefined`, and the classes of objects, do not count. */
    toEqual(expected: unknown): Result;
    /** An equal value: fields that are `undefined`, holes of arrays, and classes count. */
    toStrictEqual(expected: unknown): Result;
    /** An object with at least these fields; an array must have the same length. */
    toMatchObject(expected: object): Result;
    /** A part of a text, or an item of an array or a Set. */
    toContain(item: unknown): Result;
    toContainEqual(item: unknown): Result;
    toHaveLength(length: number): Result;
    /** A field, by its path `"order.lines[0].id"` or `["order", "lines", 0, "id"]`, and its value if one is given. */
    toHaveProperty(path: string | readonly (string | number)[], value?: unknown): Result;
    toMatch(expected: string | RegExp): Result;
    /** A function that throws; after `.rejects`, an error. By a part of its message, a pattern, a class, or an equal message. */
    toThrow(expected?: string | RegExp | (abstract new (...args: never) => unknown) | Error | object): Result;
    toThrowError(expected?: string | RegExp | (abstract new (...args: never) => unknown) | Error | object): Result;
    toBeNull(): Result;
    toBeUndefined(): Result;
    toBeDefined(): Result;
    toBeTruthy(): Result;
    toBeFalsy(): Result;
    toBeNaN(): Result;
    toBeGreaterThan(other: number | bigint): Result;
    toBeGreaterThanOrEqual(other: number | bigint): Result;
    toBeLessThan(other: number | bigint): Result;
    toBeLessThanOrEqual(other: number | bigint): Result;
    /** Within half a unit of the digit after the point with this number; 2 when it is not set. */
    toBeCloseTo(other: number, digits?: number): Result;
    toBeInstanceOf(expected: abstract new (...args: never) => unknown): Result;
    toBeTypeOf(expected: string): Result;
    toSatisfy(accepts: (value: never) => boolean): Result;
  }

  export interface Expectation extends Matchers {
    readonly not: Matchers;
    /** Waits for the value of a promise. Await the matcher. */
    readonly resolves: Matchers<Promise<void>> & { readonly not: Matchers<Promise<void>> };
    /** Waits for the error of a promise. Await the matcher. */
    readonly rejects: Matchers<Promise<void>> & { readonly not: Matchers<Promise<void>> };
  }

  export interface Expect {
    (value: unknown, message?: string): Expectation;
    /** In place of a value in an expected one: any value of this class, or of the type that `String`, `Number` … stand for. */
    any(kind: unknown): Untyped;
    /** Any value but `null` and `undefined`. */
    anything(): Untyped;
    objectContaining(fields: object): Untyped;
    arrayContaining(items: readonly unknown[]): Untyped;
    stringContaining(part: string): Untyped;
    stringMatching(pattern: string | RegExp): Untyped;
    closeTo(number: number, digits?: number): Untyped;
    readonly not: {
      objectContaining(fields: object): Untyped;
      arrayContaining(items: readonly unknown[]): Untyped;
      stringContaining(part: string): Untyped;
      stringMatching(pattern: string | RegExp): Untyped;
    };
    /** Fails the test, unless it has made this many comparisons by its end. */
    assertions(count: number): void;
    /** Fails the test, unless it has made a comparison by its end. */
    hasAssertions(): void;
    /** Fails the test at once. */
    fail(message?: string): never;
  }

  export const expect: Expect;

  /** A request of the Function, as a stand-in for `fetch` sees it. */
  export interface StoodInRequest {
    readonly method: string;
    readonly url: string;
    /** Names are in lower case. */
    readonly headers: Readonly<Record<string, string>>;
    /** The body as text; null without one. */
    readonly body: string | null;
    /** The body as JSON. */
    json(): Untyped;
  }

  export interface StoodInResponse {
    /** 200 when it is not set. */
    status?: number;
    headers?: Readonly<Record<string, string>>;
    /** Sent as JSON. */
    json?: unknown;
    /** Sent as it is. */
    body?: string | Uint8Array;
    /** `fetch` fails with this message, as it does when a server cannot be reached. */
    error?: string;
  }

  export interface FetchStandIn {
    /** Any method when it is not set. */
    method?: string;
    /** The whole URL, one that ends in `*` and begins so, or a pattern. */
    url: string | RegExp;
    respond: StoodInResponse | ((request: StoodInRequest) => StoodInResponse | Promise<StoodInResponse>);
    /** How often it answers; always when it is not set. */
    times?: number;
  }

  export interface StoodInRecord {
    id?: string;
    data: Readonly<Record<string, unknown>>;
    revision?: number;
    /** RFC 3339. */
    createdAt?: string;
    updatedAt?: string;
    expiresAt?: string | null;
  }

  export interface StoodInCollection {
    records?: readonly StoodInRecord[];
    /** The unique keys of the collection, each a list of fields: `[["email"]]`. */
    uniqueKeys?: readonly (readonly string[])[];
    /** Of new records. */
    ttlSeconds?: number | null;
  }

  export interface SqlStandIn {
    /** A pattern, or a part of the statement, in which `$1`, `$2` … stand for values; any statement when it is not set. */
    match?: string | RegExp | ((statement: string, values: readonly unknown[]) => boolean);
    rows?: readonly unknown[] | ((values: readonly unknown[], statement: string) => readonly unknown[]);
    /** How many rows it changed; the number of `rows` when it is not set. */
    count?: number;
    insertId?: string | number | null;
    /** `ctx.sql` fails with `QUERY_FAILED` and this message. */
    error?: string;
    times?: number;
  }

  export type StoodInAnswer =
    | "decline"
    | "cancel"
    | "timeout"
    | { action: "accept"; content?: Readonly<Record<string, unknown>> }
    | { action: "decline" | "cancel" | "timeout" }
    | { action: "malformed"; issues: readonly { path: string; message: string }[] };

  export interface AskedQuestion {
    /** With its number, if the name was used before: `size#2`. */
    readonly name: string;
    readonly message: string;
    readonly schema?: Untyped;
    readonly url?: string;
  }

  /** What answers the Function in place of the outside. What is not declared here fails, and says what to declare. */
  export interface StandIns {
    /** The first one that fits answers. A function gets every request; where it returns nothing, none fits. */
    fetch?:
      | readonly FetchStandIn[]
      | ((request: StoodInRequest) => StoodInResponse | undefined | Promise<StoodInResponse | undefined>);
    secrets?: Readonly<Record<string, string>>;
    /** The entries of the cache at the beginning. The object itself does not change; see `result.after.cache`. */
    cache?: Readonly<Record<string, unknown>>;
    /** The records at the beginning. See `result.after.collections`. */
    collections?: Readonly<Record<string, readonly StoodInRecord[] | StoodInCollection>>;
    /** By connection. The first one that fits answers. */
    sql?: Readonly<
      Record<string, readonly SqlStandIn[] | ((statement: string, values: readonly unknown[]) => readonly unknown[])>
    >;
    /** The events for `ctx.waitFor`, by their names: the data, or null for an event that does not come in time. */
    events?: Readonly<Record<string, unknown>>;
    /** The decisions for `ctx.approve`, by the names of the steps. */
    approvals?: Readonly<
      Record<
        string,
        | "approved"
        | "rejected"
        | "expired"
        | {
            approved: boolean;
            outcome?: "approved" | "rejected" | "expired";
            decisions?: readonly { email: string; decision: "approved" | "rejected"; reason: string; at: string }[];
          }
      >
    >;
    /**
     * The answers to `ctx.mcp.elicit`, by the names of the questions. The Function then runs again from its top, as in
     * production. With them, it is called through MCP.
     */
    answers?: Readonly<Record<string, StoodInAnswer | ((question: AskedQuestion) => StoodInAnswer)>>;
    /** What the Functions return that it starts with `ctx.runs.start`, by their slugs: a value, or a function of the input. */
    runs?: Readonly<Record<string, unknown>>;
    /** The time of the call. The clock then stands still, except that each wait passes at once and moves it. */
    now?: string | number | Date;
    /** What `Math.random()` returns: a number, or a list that is repeated. `crypto` is seeded with it. */
    random?: number | readonly number[];
  }

  /** `ctx.caller`. What is left out is null, or not there. */
  export interface GivenCaller {
    kind: "anonymous" | "api-key" | "jwt" | "user" | "cron" | "webhook";
    id?: string | null;
    name?: string | null;
    issuer?: string;
    subject?: string;
    clientId?: string;
    email?: string;
    scopes?: readonly string[];
    claims?: Readonly<Record<string, unknown>>;
  }

  export interface CallOptions {
    /** `"default"` when it is not set. */
    tenantId?: string;
    /** An anonymous caller when it is not set. */
    caller?: GivenCaller;
    environment?: "development" | "production";
    /** Who calls: `"test"` when it is not set, `"http"` with `http`, `"mcp"` with `mcp`, `"run"` for a durable Function. */
    source?: "mcp" | "http" | "cron" | "test" | "run";
    /** 1 when it is not set. */
    attempt?: number;
    /** The request of a route, for `ctx.http`. */
    http?: {
      method?: string;
      path?: string;
      headers?: Readonly<Record<string, string>>;
      query?: Readonly<Record<string, string | readonly string[]>>;
      body?: string | Uint8Array;
      /** What `ctx.http.verifySignature` finds: true when it is not set. */
      signed?: boolean;
    };
    /** The client of a tool, a resource or a prompt, for `ctx.mcp`. `uri` makes the call one for a resource. */
    mcp?: {
      clientInfo?: { name: string; version: string } | null;
      capabilities?: Readonly<Record<string, unknown>>;
      uri?: string;
    };
    stand?: StandIns;
    /** For a durable Function. Its steps run in memory, and its waits pass at once and move the clock. */
    run?: {
      /** The time that the run may take; one day when it is not set. */
      deadlineSeconds?: number;
      /**
       * Stops the run after each stored step and begins again at the top of the handler, as after a crash. What stands
       * outside of steps then shows up in `calls` and `hostCalls` again and again.
       */
      interrupt?: boolean;
    };
  }

  export interface CallResult<Output = Untyped> {
    readonly status: "succeeded" | "failed" | "rejected" | "timed_out";
    /** Of a route that was answered with `ctx.http.respond` or a `Response`: `{ status, headers, body }`. */
    readonly output: Output;
    /** What the execution would record: masked, and with the code of the FunctionError. */
    readonly error: { readonly code: string; readonly message: string; readonly details?: Untyped } | null;
    /** What the Function wrote, masked as in the execution. */
    readonly logs: readonly { readonly level: string; readonly message: string; readonly data?: Untyped }[];
    /** Its requests, in order. */
    readonly calls: readonly {
      readonly method: string;
      readonly url: string;
      readonly headers: Readonly<Record<string, string>>;
      readonly body: string | null;
      /** Null when there was no answer. */
      readonly status: number | null;
    }[];
    /** Everything else that it asked the platform for, in order: `{ name: "cache.set", argument: { key, value }, ok: true }`. */
    readonly hostCalls: readonly { readonly name: string; readonly argument: Untyped; readonly ok: boolean }[];
    /** Of a call with `answers`: what the Function has asked, in order, and what became of it. */
    readonly questions?: readonly (AskedQuestion & { readonly action: string })[];
    /** Of a durable Function: how many attempts it took, and its steps in the order in which they ended. */
    readonly run?: {
      readonly attempts: number;
      readonly steps: readonly {
        /** With its number, if the name was used before: `pay#2`. */
        readonly name: string;
        readonly kind: "step" | "sleep" | "event" | "approval" | "child" | "start";
        readonly state: "done" | "failed";
        readonly attempts: number;
        readonly value: Untyped;
      }[];
    };
    /** What the stand-ins hold after the call. Pass it to the next call as `stand`, to go on from there. */
    readonly after: {
      readonly cache: Readonly<Record<string, unknown>>;
      readonly collections: Readonly<Record<string, readonly StoodInRecord[]>>;
    };
  }

  /**
   * Calls the Function next to the file as a caller does: the input is checked by its schema, and so is the output, and secrets
   * are masked. Calls run one after another.
   */
  export function call<Output = Untyped>(input?: unknown, options?: CallOptions): Promise<CallResult<Output>>;
}
