import type { DiagnosticCode } from "@ferrule/contract/help/diagnostic-help.ts";
import type { JsonSchema } from "@ferrule/contract/internal/artifact.ts";
import type { Diagnostic } from "@ferrule/contract/internal/jobs.ts";
import type ts from "typescript-compiler";
import type { FunctionProgram } from "../program/program-factory.ts";
import { diagnosticIn } from "../program/diagnostic-at.ts";
import { SourceOrder } from "./source-order.ts";

/** The direction of the values: from a caller (closed objects, no Date), or to JSON as a result. */
export type Direction = "input" | "output";

/** Limits of one derivation. 5,000 types and 64 levels are far beyond any contract that a person reads. */
const maxTypes = 5_000;
const maxDepth = 64;

/** Stops a derivation that would not end, or whose result would be useless. */
export class TooComplex extends Error {
  override name = "TooComplex";
}

interface Recursion {
  name: string | null;
}

/**
 * The state of one derivation: its direction, the problems so far, and the types that surround the present one.
 */
export class Derivation {
  readonly one: FunctionProgram;
  readonly checker: ts.TypeChecker;
  readonly direction: Direction;
  readonly order: SourceOrder;
  readonly diagnostics: Diagnostic[] = [];
  /** The places of the doc comments that the schema uses. */
  readonly comments = new Set<string>();
  readonly definitions = new Map<string, JsonSchema>();
  readonly #inside = new Map<string, Recursion>();
  readonly #named = new Map<string, string>();
  #types = 0;
  #depth = 0;

  constructor(one: FunctionProgram, direction: Direction) {
    this.one = one;
    this.checker = one.checker;
    this.direction = direction;
    this.order = new SourceOrder(one);
  }

  report(node: ts.Node, code: DiagnosticCode, message: string, severity: Diagnostic["severity"] = "error"): void {
    this.diagnostics.push(diagnosticIn(this.one, node, code, message, severity));
  }

  /**
   * Reports a type that JSON cannot carry: in an input, it is an error. For an output, `fix` says what happens to the
   * value.
   */
  unsupported(node: ts.Node, message: string, severity: Diagnostic["severity"] = "error"): JsonSchema {
    this.report(node, "SCHEMA_UNSUPPORTED", message, severity);
    return {};
  }

  count(amount = 1): void {
    this.#types += amount;
    if (this.#types > maxTypes) throw new TooComplex(`more than ${maxTypes} types`);
  }

  /**
   * Derives a type that may contain itself. Inside itself it becomes a reference, and the whole becomes a definition
   * with its name. Types that do not recur stay inline, which is easiest for clients and models.
   */
  recursive(key: string, name: string, derive: () => JsonSchema): JsonSchema {
    const known = this.#named.get(key);
    if (known !== undefined) return { $ref: `#/$defs/${known}` };
    const outer = this.#inside.get(key);
    if (outer !== undefined) {
      outer.name ??= this.#freeName(name);
      return { $ref: `#/$defs/${outer.name}` };
    }
    this.#depth += 1;
    if (this.#depth > maxDepth) throw new TooComplex(`more than ${maxDepth} levels`);
    const entry: Recursion = { name: null };
    this.#inside.set(key, entry);
    const schema = derive();
    this.#inside.delete(key);
    this.#depth -= 1;
    if (entry.name === null) return schema;
    this.#named.set(key, entry.name);
    this.definitions.set(entry.name, schema);
    return { $ref: `#/$defs/${entry.name}` };
  }

  #freeName(wanted: string): string {
    const stem = wanted.replace(/[^A-Za-z0-9]+/g, "") || "Node";
    const taken = new Set([...this.definitions.keys(), ...[...this.#inside.values()].map((one) => one.name)]);
    let name = stem;
    for (let number = 2; taken.has(name); number += 1) name = `${stem}${number}`;
    return name;
  }
}
