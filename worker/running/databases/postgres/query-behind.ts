import { Query, type QueryArrayConfig, type QueryArrayResult } from "pg";
import type { Writable } from "node:stream";

/** The connection of `pg`, which its types omit. Each call but `_send` makes one message of the extended protocol, and sends it by that. */
interface Wire {
  stream: Writable;
  parse: (message: { text: string }) => void;
  bind: (message: object) => void;
  execute: (message: object) => void;
  _send: (message: Buffer) => void;
}

/** What `pg` does with a query. Its types omit that, too. */
interface PgQuery {
  on(event: "row", heard: (row: unknown[], result: QueryArrayResult) => void): void;
  on(event: "end", heard: (result: QueryArrayResult) => void): void;
  on(event: "error", heard: (error: Error) => void): void;
  submit(wire: Wire): Error | null;
  prepare(wire: Wire): void;
  handleDataRow(message: unknown): void;
  handleCommandComplete(message: unknown, wire: Wire): void;
}
const Base = Query as unknown as new (config: QueryArrayConfig) => PgQuery;

/** The messages that `make` sends. */
function messagesOf(wire: Wire, make: (wire: Wire) => void): Buffer {
  const messages: Buffer[] = [];
  make(Object.create(wire, { _send: { value: (message: Buffer) => messages.push(message) } }) as Wire);
  return Buffer.concat(messages);
}

/**
 * A statement with others ahead of it, all in one write. No Sync stands between them, so after an error the server skips what follows
 * (PostgreSQL documentation, Message Flow, Extended Query): the statement runs only when all that are ahead have succeeded.
 */
export class QueryBehind extends Base {
  readonly #ahead: readonly string[];
  /** How many of those ahead the server has not completed. */
  #open: number;

  constructor(ahead: readonly string[], text: string, values: unknown[]) {
    // `extended`, because the simple protocol accepts several statements in one text.
    super({ text, values, rowMode: "array", queryMode: "extended" } as QueryArrayConfig);
    this.#ahead = ahead;
    this.#open = ahead.length;
  }

  override submit(wire: Wire): Error | null {
    const messages = messagesOf(wire, (gathering) => {
      for (const text of this.#ahead) {
        gathering.parse({ text });
        gathering.bind({});
        gathering.execute({});
      }
      this.prepare(gathering);
    });
    wire.stream.write(messages);
    return null;
  }

  override handleDataRow(message: unknown): void {
    if (this.#open === 0) super.handleDataRow(message);
  }

  override handleCommandComplete(message: unknown, wire: Wire): void {
    if (this.#open === 0) super.handleCommandComplete(message, wire);
    else this.#open -= 1;
  }
}
