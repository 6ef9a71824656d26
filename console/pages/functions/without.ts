/** An object without some of its members: what of a URL's state is taken away. */
export function without<T extends object, K extends keyof T>(value: T, ...names: K[]): Omit<T, K> {
  const rest = { ...value };
  for (const name of names) delete rest[name];
  return rest;
}
