/** `ctx.sql`: the databases that a Function was granted. */
declare module "ferrule" {
  /** The Project's connections by name, and their tables: `GET /api/functions/types` fills it in. */
  export interface ProjectConnections {}

  /** The rows of a connection's tables: `Tables["users"]`; with several connections `Tables<"shop">["users"]`. */
  export type Tables<Name extends keyof ProjectConnections = keyof ProjectConnections> = ProjectConnections[Name];

  /** A value in a statement: a number, text, a list for PostgreSQL's arrays, bytes, or another fragment. */
  export type SqlValue = string | number | bigint | boolean | null | Date | Uint8Array | SqlArray | SqlFragment;

  /** A value of PostgreSQL's array types. Nested arrays are its dimensions. */
  export type SqlArray = readonly (string | number | bigint | boolean | null | Date | Uint8Array | SqlArray)[];

  /** A part of a statement, whose values become parameters of the whole statement. */
  export interface SqlFragment {
    readonly "~ferrule": "sql";
  }

  /** The rows, and other results of the statement. */
  export interface SqlResult<Row> {
    readonly rows: Row[];
    /** The number of returned or changed rows. */
    readonly count: number;
    /** MySQL: the value of AUTO_INCREMENT. */
    readonly insertId: string | number | null;
  }

  /** A statement: `await` sends it; inside another one it is a fragment. */
  export interface SqlQuery<Row> extends Promise<Row[]>, SqlFragment {
    readonly "~ferrule": "sql";
    /** Sends the statement once, and resolves with its rows and the number of returned or changed rows. */
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
    /** Joins fragments with a comma, `and` or `or`; conditions get parentheses. */
    join(parts: readonly SqlFragment[], separator?: "," | "and" | "or"): SqlFragment;
    /** A value as JSON text, for a json column. */
    json(value: unknown): SqlFragment;
  }

  export interface SqlConnection extends SqlTag {
    /**
     * Runs statements in a transaction. It commits when `work` returns, and rolls back when `work` throws or the call
     * ends. Use `tx` in it instead of `ctx.sql`.
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
}
