/** A path as its names: `order.lines[0].id` is `order`, `lines`, `0`, `id`. */
const namesOf = (path: string | readonly (string | number)[]): (string | number)[] =>
  typeof path === "string" ? path.replaceAll(/\[(\d+)\]/g, ".$1").split(".") : [...path];

/** The value of a field, by its path. Undefined when there is none. */
export function fieldAt(from: unknown, path: string | readonly (string | number)[]): { value: unknown } | undefined {
  let value = from;
  for (const name of namesOf(path)) {
    if (value === null || value === undefined || !(name in Object(value))) return undefined;
    value = (value as Record<PropertyKey, unknown>)[name];
  }
  return { value };
}
