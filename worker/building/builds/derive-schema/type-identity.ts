import type ts from "typescript-compiler";

const identities = new WeakMap<ts.Type, number>();
let next = 1;

/**
 * A number for each type object, because the checker's own id is not public. Equal types of one checker are one object.
 */
export function typeIdentity(type: ts.Type): number {
  const known = identities.get(type);
  if (known !== undefined) return known;
  identities.set(type, next);
  next += 1;
  return next - 1;
}
