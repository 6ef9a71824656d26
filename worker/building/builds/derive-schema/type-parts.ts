import ts from "typescript-compiler";

/** A type, split into the parts that JSON distinguishes. */
export interface TypeParts {
  /** The alternatives, without `undefined`, `void` and `null`. */
  types: ts.Type[];
  /** One alternative is `null`. */
  nullable: boolean;
  /** One alternative is `undefined` or `void`, so the property may be missing. */
  optional: boolean;
}

const isBranded = (type: ts.Type) =>
  (type.flags & (ts.TypeFlags.StringLike | ts.TypeFlags.NumberLike | ts.TypeFlags.BooleanLike)) !== 0;

/** Replaces type parameters and deferred types by their constraints, and a branded primitive by the primitive. */
function resolved(checker: ts.TypeChecker, type: ts.Type): ts.Type {
  if (type.isIntersection()) return type.types.find(isBranded) ?? type;
  const deferred =
    ts.TypeFlags.TypeParameter | ts.TypeFlags.Conditional | ts.TypeFlags.IndexedAccess | ts.TypeFlags.Substitution;
  if ((type.flags & deferred) === 0) return type;
  return checker.getBaseConstraintOfType(type) ?? checker.getUnknownType();
}

export function typeParts(checker: ts.TypeChecker, given: ts.Type): TypeParts {
  const parts: TypeParts = { types: [], nullable: false, optional: false };
  const add = (type: ts.Type): void => {
    const real = resolved(checker, type);
    if (real.isUnion()) real.types.forEach(add);
    else if ((real.flags & (ts.TypeFlags.Undefined | ts.TypeFlags.Void)) !== 0) parts.optional = true;
    else if ((real.flags & ts.TypeFlags.Null) !== 0) parts.nullable = true;
    else if ((real.flags & ts.TypeFlags.Never) === 0) parts.types.push(real);
  };
  add(given);
  return parts;
}
