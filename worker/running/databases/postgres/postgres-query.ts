// Why: docs/decisions/one-round-trip-for-a-statement.md
import type { Writable } from "node:stream";
import { tooMuch } from "../byte-meter.ts";
import type { Bounds, ServerStatement, StatementResult } from "../session.ts";
import { postgresParser } from "./postgres-values.ts";
import { statementMessages } from "./statement-messages.ts";

/** The part of `pg`'s connection that a query uses. */
interface Wire {
  stream: Writable;
  sendCopyFail: (why: string) => void;
}

interface Column {
  name: string;
  parse: (text: string) => unknown;
}

export interface PostgresQueryEvents {
  done: (result: StatementResult) => void;
  failed: (error: Error) => void;
  /** Called when the response has more rows than allowed. */
  tooMuch: (error: Error) => void;
}

/**
 * A running statement, sent in one write after the platform's own statements (`ahead`). `pg` calls these methods with
 * the server's messages. `pg`'s own `Query` copies its settings, emits each row, and builds a result that nobody needs,
 * which is twice the work for a short statement.
 */
export class PostgresQuery {
  readonly #messages: Buffer;
  readonly #maxRows: number;
  readonly #events: PostgresQueryEvents;
  /** How many of the statements before it are incomplete. */
  #ahead: number;
  #columns: Column[] = [];
  readonly #rows: Record<string, unknown>[] = [];
  #count: number | undefined;
  #error: Error | undefined;

  constructor(
    ahead: readonly string[],
    statement: ServerStatement,
    { maxRows }: Pick<Bounds, "maxRows">,
    events: PostgresQueryEvents,
  ) {
    this.#messages = statementMessages(ahead, statement);
    this.#ahead = ahead.length;
    this.#maxRows = maxRows;
    this.#events = events;
  }

  submit({ stream }: Wire): null {
    if (stream.writable) stream.write(this.#messages);
    return null;
  }

  handleRowDescription({ fields }: { fields: readonly { name: string; dataTypeID: number }[] }): void {
    this.#columns = fields.map(({ name, dataTypeID }) => ({ name, parse: postgresParser(dataTypeID) }));
  }

  handleDataRow({ fields }: { fields: readonly (string | null)[] }): void {
    if (this.#ahead > 0 || this.#error !== undefined) return;
    if (this.#rows.length >= this.#maxRows) {
      this.#error = tooMuch(`${this.#maxRows} rows`);
      return this.#events.tooMuch(this.#error);
    }
    try {
      const values = this.#columns.map(({ name, parse }, at) => {
        const text = fields[at] ?? null;
        return [name, text === null ? null : parse(text)] as const;
      });
      this.#rows.push(Object.fromEntries(values));
    } catch (error) {
      this.#error = error as Error;
    }
  }

  /** `text` names the command and ends with the number of rows: `INSERT 0 1`. */
  handleCommandComplete({ text }: { text: string }): void {
    if (this.#ahead > 0) {
      this.#ahead -= 1;
      return;
    }
    const count = / (\d+)$/.exec(text)?.[1];
    if (count !== undefined) this.#count = Number(count);
  }

  handleReadyForQuery(): void {
    if (this.#error !== undefined) return this.#events.failed(this.#error);
    const rows = this.#rows;
    this.#events.done({ rows, count: this.#count ?? rows.length, insertId: null });
  }

  handleError(error: Error): void {
    this.#events.failed(error);
  }

  handleEmptyQuery(): void {}

  handleCopyInResponse(wire: Wire): void {
    wire.sendCopyFail("COPY is not supported.");
  }

  handleCopyData(): void {}
}
