import { Query } from "pg";
import { RowShape, type Column } from "./row-shape.ts";

export interface Asked {
  text: string;
  values: unknown[];
  /** The name under which it is prepared. */
  name?: string;
}

export interface Answer {
  command: string | null;
  rowCount: number | null;
  rows: Record<string, unknown>[];
}

interface Wire {
  describe: (what: unknown) => void;
}

/** The parts of a `pg` query that we override. The types of `pg` leave them out. */
interface PgQuery {
  name: string | undefined;
  _result: Answer;
  _canceledDueToError: unknown;
  _checkForMultirow(): void;
  submit(wire: Wire): Error | null;
}
type Done = (error: Error | null, answer: Answer | Answer[]) => void;
// We pass a text and values, which `pg` takes as they are. An object it would copy property by property, with all
// descriptors.
const Base = Query as unknown as new (text: string, values: unknown[], done: Done) => PgQuery;

const undescribed = new WeakMap<Wire, Wire>();

/** The same connection, but without a description of the result's columns. */
function withoutDescription(wire: Wire): Wire {
  const known = undescribed.get(wire);
  if (known !== undefined) return known;
  const made = Object.create(wire, { describe: { value: () => undefined } }) as Wire;
  undescribed.set(wire, made);
  return made;
}

/** The row shapes of prepared statements on one connection, by the statements' names. */
export type KnownShapes = Map<string, RowShape>;

/**
 * A statement under way. On each connection, the server describes a prepared statement's result only once. That is
 * enough, because the server refuses to run the statement when its columns have changed.
 */
class StatementQuery extends Base {
  readonly #name: string | undefined;
  readonly #known: KnownShapes;
  #shape: RowShape | undefined;

  constructor(asked: Asked, known: KnownShapes, done: Done) {
    super(asked.text, asked.values, done);
    this.name = asked.name;
    this.#name = asked.name;
    this.#known = known;
    if (asked.name !== undefined) this.#shape = known.get(asked.name);
  }

  override submit(wire: Wire): Error | null {
    return super.submit(this.#shape === undefined ? wire : withoutDescription(wire));
  }

  handleRowDescription({ fields }: { fields: readonly Column[] }): void {
    this._checkForMultirow();
    this.#shape = new RowShape(fields);
    if (this.#name !== undefined) this.#known.set(this.#name, this.#shape);
  }

  handleDataRow({ fields }: { fields: readonly (string | null)[] }): void {
    if (this._canceledDueToError) return;
    try {
      if (this.#shape !== undefined) this._result.rows.push(this.#shape.read(fields));
    } catch (error) {
      this._canceledDueToError = error;
    }
  }
}

/** Runs a statement. If the text holds several statements, the result is that of the last one. */
export function runStatement(
  client: { query: (query: never) => unknown },
  asked: Asked,
  known: KnownShapes,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const done: Done = (error, answer) => {
      if (error) reject(error);
      else resolve(Array.isArray(answer) ? (answer.at(-1) ?? { command: null, rowCount: null, rows: [] }) : answer);
    };
    client.query(new StatementQuery(asked, known, done) as never);
  });
}
