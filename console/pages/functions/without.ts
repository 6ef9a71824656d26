/** An object without some of its members, for removing parts of a URL's state. */
export function without<T extends object, K extends keyof T>(value: T, ...names: K[]): Omit<T, K> {
  const rest = { ...value };
  for (const name of names) delete rest[name];
  return rest;
}
