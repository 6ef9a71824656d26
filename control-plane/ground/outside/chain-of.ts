/** Every error that caused this one, the outermost first. */
export function* chainOf(error: unknown): Generator<Record<string, unknown> & Error> {
  for (let at = error, depth = 0; at instanceof Error && depth < 6; at = at.cause, depth += 1) {
    yield at as Record<string, unknown> & Error;
    if (at instanceof AggregateError) yield* chainOf(at.errors[0]);
  }
}

/**
 * The part of a provider's failure that goes to the log: names, codes and messages. The errors of `openid-client` also
 * carry the provider's answer, which may hold tokens.
 */
export const loggedChain = (error: unknown): { name: string; code: unknown; message: string }[] =>
  [...chainOf(error)].map(({ name, code, message }) => ({ name, code, message: message.slice(0, 300) }));
