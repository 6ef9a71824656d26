import { type Compilable, type CompiledQuery, Kysely } from "kysely";
import { dialect } from "../names.ts";
import type { AnyScope } from "../scope.ts";
import type { Tables } from "../tables.ts";

const builder = new Kysely<Tables>({ dialect });

/** Takes the place of a value while we build a statement. */
class Place {
  readonly at: number;

  constructor(at: number) {
    this.at = at;
  }
}

/**
 * A statement that we build and compile at its first use. Later uses only pass other values, because building takes
 * longer than sending. `build` gets placeholders and not values, so the statement must be the same for all values.
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
