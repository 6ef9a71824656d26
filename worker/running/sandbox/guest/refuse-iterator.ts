import { isArray, TypeErrorCtor } from "./primordials.ts";

/**
 * JSON writes an iterator as `{}`. The build refuses a handler only if its types show an iterator.
 * @throws TypeError
 */
export function refuseIterator(value: unknown): void {
  if (typeof value !== "object" || value === null || isArray(value)) return;
  const { next, toJSON } = value as { next?: unknown; toJSON?: unknown };
  if (typeof toJSON === "function") return;
  const isIterable = Symbol.iterator in value && typeof next === "function";
  if (!isIterable && !(Symbol.asyncIterator in value)) return;
  throw new TypeErrorCtor(
    "The handler returned a generator, a stream or another iterator, which JSON cannot hold. Return a list, for " +
      "example `await Array.fromAsync(made())`, or on an HTTP route `ctx.http.events(made())`.",
  );
}
