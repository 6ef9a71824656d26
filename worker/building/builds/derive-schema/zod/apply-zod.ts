// Why: docs/decisions/zod-is-read-not-run.md
import type { JsonSchema } from "@ferrule/contract/internal/artifact.ts";
import ts from "typescript-compiler";
import type { Derivation } from "../derivation.ts";
import { zodChain, type ZodCall } from "./zod-chain.ts";
import { zodKeywords } from "./zod-keywords.ts";

/** Methods that add nothing to the derived type, or that change a value only after its check. */
const silent = new Set(
  `
  any array bigint boolean discriminatedUnion enum extend intersection lazy literal looseObject merge
  nativeEnum null nullable nullish number object omit optional or partial pick readonly record
  required set strict strictObject string tuple and brand exactOptional loose normalize passthrough
  shape toLowerCase toUpperCase trim union unknown unwrap catchall coerce date element stringbool
  `
    .trim()
    .split(/\s+/),
);

const typesOf = ({ type }: JsonSchema): string[] =>
  typeof type === "string" ? [type] : Array.isArray(type) ? (type as string[]) : [];

const whyLost = (name: string) =>
  `\`.${name}()\` of the Zod schema cannot be told to callers and is not checked before the handler runs. Call \`.parse(input)\` in the handler to check it.`;

function lose(derivation: Derivation, { name, node }: ZodCall): void {
  if (derivation.direction === "input") derivation.report(node, "SCHEMA_ZOD_LOST", whyLost(name), "warning");
}

const mostNested = 8;

/** Adds the parts of a Zod expression that its type lacks: bounds, formats, patterns, descriptions. */
function applyChain(derivation: Derivation, schema: JsonSchema, expression: ts.Expression, depth = 0): JsonSchema {
  const calls = depth > mostNested ? undefined : zodChain(derivation.checker, expression);
  if (calls === undefined) return schema;
  let described: JsonSchema = { ...schema };
  for (const [index, call] of calls.entries()) {
    const types = typesOf(described);
    const items: unknown = described["items"];
    if (call.name === "array" && typeof items === "object" && items !== null) {
      const [inner] = call.args;
      // `z.array(x)` and `x.array()`: in the second form, the calls before it describe the items.
      if (inner !== undefined) described["items"] = applyChain(derivation, items as JsonSchema, inner, depth + 1);
      else described = { ...schema, items: withCalls(derivation, items as JsonSchema, calls.slice(0, index)) };
    } else if (["optional", "nullable", "nullish"].includes(call.name) && index === 0 && call.args[0] !== undefined) {
      described = applyChain(derivation, described, call.args[0], depth + 1);
    } else described = withCall(derivation, described, call, types);
  }
  return described;
}

const withCalls = (derivation: Derivation, schema: JsonSchema, calls: readonly ZodCall[]) =>
  calls.reduce((made, call) => withCall(derivation, made, call, typesOf(made)), schema);

function withCall(derivation: Derivation, schema: JsonSchema, call: ZodCall, types: string[]): JsonSchema {
  const keywords = zodKeywords(call, types);
  if (keywords === undefined) {
    if (!silent.has(call.name)) lose(derivation, call);
    return schema;
  }
  const { type, ...rest } = keywords;
  // A second pattern would replace the first.
  if (rest["pattern"] !== undefined && schema["pattern"] !== undefined) {
    lose(derivation, call);
    return schema;
  }
  const made = { ...schema, ...rest };
  if (type === "integer" && types.length > 0)
    made["type"] = types.length === 1 ? type : types.map((one) => (one === "number" ? type : one));
  return made;
}

/** Applies to a property that `z.infer` made, because it is still declared where the Zod schema names it. */
export function applyZodOfProperty(
  derivation: Derivation,
  schema: JsonSchema,
  declaration: ts.Declaration | undefined,
): JsonSchema {
  if (declaration === undefined) return schema;
  if (ts.isPropertyAssignment(declaration)) return applyChain(derivation, schema, declaration.initializer);
  return ts.isShorthandPropertyAssignment(declaration) ? applyChain(derivation, schema, declaration.name) : schema;
}

/**
 * Applies to an input declared as `z.infer<typeof order>`, directly or through an alias, and describes the input as a
 * whole.
 */
export function applyZodOfInput(derivation: Derivation, schema: JsonSchema, node: ts.Node): JsonSchema {
  const { checker } = derivation;
  let type = ts.isParameter(node) ? node.type : undefined;
  for (let steps = 0; type !== undefined && ts.isTypeReferenceNode(type) && steps < mostNested; steps += 1) {
    const [argument] = type.typeArguments ?? [];
    if (argument !== undefined && ts.isTypeQueryNode(argument) && ts.isIdentifier(argument.exprName)) {
      return applyChain(derivation, schema, argument.exprName);
    }
    const declaration: ts.Declaration | undefined = checker.getSymbolAtLocation(type.typeName)?.declarations?.[0];
    type = declaration !== undefined && ts.isTypeAliasDeclaration(declaration) ? declaration.type : undefined;
  }
  return schema;
}
