import ts from "typescript-compiler";
import type { FunctionProgram } from "../program/program-factory.ts";

/**
 * The place where something first occurs in the source. Things outside the source come first, in the checker's order.
 */
type Place = number;
const nowhere: Place = -1;
/** How deep to compare arguments of arguments. */
const maxDepth = 4;

const keyOf = (value: string | number) => `${typeof value} ${value}`;

/** The first place of each literal, and of each property name, because `keyof` makes it a literal. */
function placesOfLiterals(file: ts.SourceFile): Map<string, Place> {
  const places = new Map<string, Place>();
  const note = (value: string | number, node: ts.Node) => {
    const key = keyOf(value);
    if (!places.has(key)) places.set(key, node.pos);
  };
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node)) note(node.text, node);
    else if (ts.isNumericLiteral(node)) {
      const isNegative = ts.isPrefixUnaryExpression(node.parent) && node.parent.operator === ts.SyntaxKind.MinusToken;
      note(isNegative ? -Number(node.text) : Number(node.text), node);
    } else if (ts.isIdentifier(node) && isNameOfMember(node)) note(node.text, node);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return places;
}

function isNameOfMember(node: ts.Identifier): boolean {
  const { parent } = node;
  return (
    (ts.isTypeElement(parent) || ts.isObjectLiteralElementLike(parent) || ts.isClassElement(parent)) &&
    parent.name === node
  );
}

/**
 * A type like `{ [K in "b" | "a"]: … }`, whose properties follow the order of a union. With `keyof T`, they follow T's
 * order.
 */
function isMappedOverUnion(type: ts.Type): boolean {
  const [declaration] = type.symbol?.declarations ?? [];
  if (declaration === undefined || !ts.isMappedTypeNode(declaration)) return false;
  const { constraint } = declaration.typeParameter;
  return constraint === undefined || !ts.isTypeOperatorNode(constraint);
}

/**
 * The order in which a schema lists alternatives, and the properties made from them: the order in the source. The
 * checker itself orders a union by name, or by the ids of its types, which depend on earlier checks. Neither is the
 * author's order.
 */
export class SourceOrder {
  readonly #file: ts.SourceFile;
  readonly #checker: ts.TypeChecker;
  #literals: Map<string, Place> | undefined;

  constructor({ file, checker }: FunctionProgram) {
    this.#file = file;
    this.#checker = checker;
  }

  /** Sorts types by their first place in the source. Types with equal places keep their order. */
  ofTypes(types: readonly ts.Type[]): readonly ts.Type[] {
    return types.length < 2 ? types : [...types].sort((one, other) => this.#compare(one, other, 0));
  }

  ofProperties(type: ts.Type): readonly ts.Symbol[] {
    const properties = this.#checker.getPropertiesOfType(type);
    if (properties.length < 2 || !isMappedOverUnion(type)) return properties;
    const placeOf = (one: ts.Symbol) =>
      this.#declared(one) ?? this.#literal(ts.unescapeLeadingUnderscores(one.escapedName));
    return properties
      .map((one) => ({ one, place: placeOf(one) }))
      .sort((a, b) => a.place - b.place)
      .map(({ one }) => one);
  }

  #compare(one: ts.Type, other: ts.Type, depth: number): number {
    const byPlace = this.#placeOf(one) - this.#placeOf(other);
    if (byPlace !== 0 || depth >= maxDepth || one === other) return byPlace;
    const [ours, theirs] = [this.#argumentsOf(one), this.#argumentsOf(other)];
    for (const [index, argument] of ours.entries()) {
      const beside = theirs[index];
      if (beside === undefined) return 1;
      const byArgument = this.#compare(argument, beside, depth + 1);
      if (byArgument !== 0) return byArgument;
    }
    return ours.length - theirs.length;
  }

  #argumentsOf(type: ts.Type): readonly ts.Type[] {
    if (type.aliasTypeArguments !== undefined) return type.aliasTypeArguments;
    const isReference = ((type as ts.ObjectType).objectFlags & ts.ObjectFlags.Reference) !== 0;
    return (type.flags & ts.TypeFlags.Object) !== 0 && isReference
      ? this.#checker.getTypeArguments(type as ts.TypeReference)
      : [];
  }

  #placeOf(type: ts.Type): Place {
    const isOfEnum = (type.flags & ts.TypeFlags.EnumLiteral) !== 0;
    if (!isOfEnum && (type.isStringLiteral() || type.isNumberLiteral())) return this.#literal(type.value);
    return this.#declared(type.aliasSymbol) ?? this.#declared(type.symbol) ?? nowhere;
  }

  #declared(symbol: ts.Symbol | undefined): Place | undefined {
    return symbol?.declarations?.find((one) => one.getSourceFile() === this.#file)?.pos;
  }

  #literal(value: string | number): Place {
    this.#literals ??= placesOfLiterals(this.#file);
    return this.#literals.get(keyOf(value)) ?? nowhere;
  }
}
