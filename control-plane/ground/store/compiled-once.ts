import { type Compilable, type CompiledQuery, Kysely } from "kysely";
import { dialect } from "./names.ts";
import type { AnyScope } from "./scope.ts";
import type { Tables } from "./tables.ts";

const builder = new Kysely<Tables>({ dialect });

/** Stands for a value while a statement is built. */
class Place {
  readonly at: number;

  constructor(at: number) {
    this.at = at;
  }
}

/**
 * A statement that is built and compiled at its first use, and from then on only gets other values. To build one takes
 * longer than to send it. `build` sees places in place of values, so the statement must be the same for all values.
 */
export function compiledOnce<V extends unknown[], R>(
  build: (tables: Kysely<Tables>, ...values: V) => Compilable<R>,
): (scope: Pick<AnyScope, "tx">, ...values: V) => Promise<R[]> {
  let known: CompiledQuery<R> | undefined;
  return async ({ tx }, ...values) => {
    known ??= build(builder, ...(values.map((_, at) => new Place(at)) as V)).compile();
    const parameters = known.parameters.map((value) => (value instanceof Place ? values[value.at] : value));
    return (await tx.executeQuery<R>({ ...known, parameters })).rows;
  };
}
