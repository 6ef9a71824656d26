import type { JsonSchema } from "@ferrule/contract/internal/artifact.ts";
import { openSchema } from "@ferrule/contract/json-schema/open-schema.ts";
import type { DerivedContract, Diagnostic } from "@ferrule/contract/internal/jobs.ts";
import ts from "typescript-compiler";
import type { Handler } from "./find-handler.ts";
import { guestFolder } from "../program/declaration-files.ts";
import { isFunctionFile, type FunctionProgram } from "../program/program-factory.ts";
import { diagnosticAt } from "../program/diagnostic-at.ts";
import { applyAliasTags } from "./alias-tags.ts";
import { applyZodOfInput } from "./zod/apply-zod.ts";
import { Derivation, TooComplex } from "./derivation.ts";
import { applyDocOf } from "./doc-tags.ts";
import { schemaOfType } from "./schema-of-type.ts";
import { typeParts } from "./type-parts.ts";
import { verifiesSignature } from "./verifies-signature.ts";

export interface Derived {
  contract: DerivedContract;
  /** Problems with the types of the input and of the output. Each counts only if nobody has set a schema by hand. */
  input: Diagnostic[];
  output: Diagnostic[];
  /** The places of the doc comments that each schema uses. */
  comments: Record<"input" | "output", ReadonlySet<string>>;
}

const noArguments = (): JsonSchema => ({ type: "object", additionalProperties: false });

/** Puts a definition itself at the root, because clients expect `type` there and not a reference. */
function withDefinitions(derivation: Derivation, schema: JsonSchema): JsonSchema {
  const name = typeof schema["$ref"] === "string" ? schema["$ref"].slice("#/$defs/".length) : undefined;
  const { $ref: _, ...beside } = schema;
  const root = name === undefined ? schema : { ...derivation.definitions.get(name), ...beside };
  const used = JSON.stringify([root, ...derivation.definitions.values()]);
  const kept = [...derivation.definitions].filter(([one]) => used.includes(JSON.stringify(`#/$defs/${one}`)));
  return kept.length === 0 ? root : { ...root, $defs: Object.fromEntries(kept) };
}

/** Adds the parameter's own comment, and the comments of the aliases in its type. */
const asWritten = (derivation: Derivation, schema: JsonSchema, parameter: ts.ParameterDeclaration): JsonSchema =>
  applyDocOf(derivation, applyAliasTags(derivation, schema, parameter.type), parameter);

const untyped =
  "The input has no type, so callers are not told its arguments, and everything is accepted. Declare it, for example " +
  "`input: { name: string }`, in plain JavaScript by `@param {{ name: string }} input` before the handler, or set inputSchema by hand.";

/** Whether nothing gives a parameter a type, unless its name marks it as unused. */
const isUntyped = (node: ts.Node): boolean =>
  ts.isParameter(node) &&
  node.type === undefined &&
  ts.getJSDocType(node) === undefined &&
  !(ts.isIdentifier(node.name) && node.name.text.startsWith("_"));

function deriveInput(derivation: Derivation, handler: Handler): JsonSchema | null {
  const { checker } = derivation;
  if (handler.input === undefined) return noArguments();
  const node = handler.input.valueDeclaration ?? handler.node;
  const declared = checker.getTypeOfSymbolAtLocation(handler.input, node);
  if ((declared.flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown)) !== 0) {
    if (isUntyped(node)) derivation.report(node, "INPUT_UNTYPED", untyped, "warning");
    return { type: "object" };
  }
  // In JSDoc, `@param {Object} input` means any object.
  if (ts.isParameter(node) && (node.flags & ts.NodeFlags.JavaScriptFile) !== 0 && declared.symbol?.name === "Object")
    return { type: "object" };
  const { types, nullable } = typeParts(checker, declared);
  const [only, ...more] = types;
  if (only === undefined && !nullable) return noArguments();
  const wrap = "Wrap it in an object, for example `interface Input { value: … }`.";
  if (only === undefined || nullable || more.length > 0) {
    const what = checker.typeToString(declared).slice(0, 80);
    const message = `The input must be one object type, and this is \`${what}\`. MCP clients do not show tools with alternatives at the root. ${wrap}`;
    derivation.report(node, "SCHEMA_ROOT", message);
    return null;
  }
  const isEmpty =
    (only.flags & ts.TypeFlags.Object) !== 0 &&
    checker.getPropertiesOfType(only).length === 0 &&
    checker.getIndexInfosOfType(only).length === 0 &&
    only.getCallSignatures().length === 0;
  if (isEmpty && !checker.isArrayType(only) && !checker.isTupleType(only)) return noArguments();
  const derived = withDefinitions(derivation, schemaOfType(derivation, only, node));
  const written = ts.isParameter(node) ? asWritten(derivation, derived, node) : derived;
  const schema = applyZodOfInput(derivation, written, node);
  // Senders of webhooks add members at any time.
  if (schema["type"] === "object") return verifiesSignature(derivation.one) ? openSchema(schema) : schema;
  if (derivation.diagnostics.length === 0) {
    derivation.report(
      node,
      "SCHEMA_ROOT",
      `The input must be an object, and this is \`${checker.typeToString(only).slice(0, 80)}\`. ${wrap}`,
    );
  }
  return null;
}

const builtAnswers = new Set(["McpContent", "HttpAnswer", "Response", "Blob", "File"]);

/** A response from the platform's helpers has no schema, because the returned value is not its content. */
const isBuiltAnswer = (type: ts.Type) =>
  builtAnswers.has(type.symbol?.name ?? "") &&
  type.symbol.declarations?.some((one) => one.getSourceFile().fileName.startsWith(guestFolder)) === true;

const bytes = new Set(["Uint8Array", "ArrayBuffer"]);

/** Bytes become the content of a resource, and base64 anywhere else. Their members are nobody's schema. */
const isBytes = ({ symbol }: ts.Type) =>
  bytes.has(symbol?.name ?? "") &&
  symbol.declarations?.every((one) => !isFunctionFile(one.getSourceFile().fileName)) === true;

/** What resources and prompts return, which becomes contents or messages. */
const builtUnions = new Set(["McpResource", "McpPrompt"]);

const isBuiltUnion = ({ aliasSymbol }: ts.Type) =>
  builtUnions.has(aliasSymbol?.name ?? "") &&
  aliasSymbol?.declarations?.some((one) => one.getSourceFile().fileName.startsWith(guestFolder)) === true;

function deriveOutput(derivation: Derivation, handler: Handler): JsonSchema | null {
  const { checker } = derivation;
  const returned = handler.signature.getReturnType();
  const type = checker.getAwaitedType(returned) ?? returned;
  if ((type.flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown)) !== 0) return null;
  const { types, optional } = typeParts(checker, type);
  if (types.length === 0 || optional || types.some((one) => isBuiltAnswer(one) || isBytes(one)) || isBuiltUnion(type))
    return null;
  const derived = withDefinitions(derivation, schemaOfType(derivation, type, handler.node));
  const schema = applyAliasTags(derivation, derived, handler.signature.declaration?.type as ts.TypeNode | undefined);
  return Object.keys(schema).length === 0 ? null : schema;
}

function derive(
  one: FunctionProgram,
  handler: Handler,
  direction: "input" | "output",
): { schema: JsonSchema | null; diagnostics: Diagnostic[]; comments: ReadonlySet<string> } {
  const derivation = new Derivation(one, direction);
  try {
    const schema = (direction === "input" ? deriveInput : deriveOutput)(derivation, handler);
    const failed = derivation.diagnostics.some(({ severity }) => severity === "error");
    return { schema: failed ? null : schema, diagnostics: derivation.diagnostics, comments: derivation.comments };
  } catch (error) {
    if (!(error instanceof TooComplex)) throw error;
    const place = (direction === "input" ? handler.input?.valueDeclaration : undefined) ?? handler.node;
    const fix = `Use simpler types for the ${direction}, or set ${direction}Schema by hand.`;
    const message = `The type of the ${direction} has ${error.message}, so no schema is derived. ${fix}`;
    // A Function can be called without an output schema, but not without an input schema.
    const severity = direction === "input" ? "error" : "warning";
    const diagnostics = [diagnosticAt(one.file, place, "SCHEMA_TOO_COMPLEX", message, severity)];
    return { schema: null, diagnostics, comments: new Set() };
  }
}

/**
 * Derives the contract from a handler's types and doc comments (docs/functions.md): JSON Schemas in the 2020-12
 * dialect. The input's is always an object without alternatives at its root. The output's is null if the types tell us
 * nothing.
 */
export function deriveContract(one: FunctionProgram, handler: Handler): Derived {
  const input = derive(one, handler, "input");
  const output = derive(one, handler, "output");
  return {
    contract: { inputSchema: input.schema, outputSchema: output.schema, description: handler.description },
    input: input.diagnostics,
    output: output.diagnostics,
    comments: { input: input.comments, output: output.comments },
  };
}
