import type { JsonSchema } from "../../internal/artifact.ts";
import { createResolver, type Resolve } from "../walking/create-resolver.ts";
import { type Step, stepsOf, Unbounded } from "./evaluation-graph.ts";
import { isObject } from "../is-object.ts";
import { overlap, subschemas } from "../walking/subschemas.ts";

const maxExpanded = 10_000;
const maxRecursive = 200;
const maxChain = 500;
const maxPairs = 500_000;

/** The number of subschemas when each reference is replaced by its target; a recursive target counts once. */
function expandedSize(root: JsonSchema, resolve: Resolve): number {
  const sizes = new Map<JsonSchema, number>();
  const sizeOf = (schema: JsonSchema, depth: number): number => {
    const known = sizes.get(schema);
    if (known !== undefined) return known;
    if (depth > maxChain) throw new Unbounded(`follows more than ${maxChain} references one behind another`);
    sizes.set(schema, 1);
    const referred = typeof schema["$ref"] === "string" ? resolve(schema["$ref"]) : undefined;
    const parts = [...subschemas(schema).map((one) => one.schema), ...(isObject(referred) ? [referred] : [])];
    const size = parts.reduce((sum, one) => Math.min(sum + sizeOf(one, depth + 1), maxExpanded + 1), 1);
    sizes.set(schema, size);
    return size;
  };
  return sizeOf(root, 0);
}

/** The schemas that can reach themselves, each with its steps to other such schemas. */
function recursiveSteps(root: JsonSchema, resolve: Resolve): Map<JsonSchema, Step[]> {
  const steps = new Map<JsonSchema, Step[]>();
  const open = [root];
  for (let schema = open.pop(); schema !== undefined; schema = open.pop()) {
    if (steps.has(schema)) continue;
    const own = stepsOf(schema, resolve);
    steps.set(schema, own);
    open.push(...own.map((one) => one.target));
  }
  // A schema without outgoing steps is not part of a cycle. Removing such schemas repeatedly leaves only cycles and the
  // steps between them.
  for (let removed = true; removed;) {
    removed = false;
    // The newest come first: they are the ends of paths, so one pass removes nearly all.
    for (const [schema, own] of [...steps].toReversed()) {
      const kept = own.filter((one) => steps.has(one.target));
      if (kept.length === 0) {
        steps.delete(schema);
        removed = true;
      } else if (kept.length < own.length) steps.set(schema, kept);
    }
  }
  return steps;
}

function compatible(a: Step, b: Step): boolean {
  return (
    overlap(a.label, b.label) && [...a.choices].every(([union, choice]) => (b.choices.get(union) ?? choice) === choice)
  );
}

/** For each schema, all schemas that it can reach. */
function reachability(steps: Map<JsonSchema, Step[]>): Map<JsonSchema, Set<JsonSchema>> {
  const reached = new Map<JsonSchema, Set<JsonSchema>>();
  for (const start of steps.keys()) {
    const found = new Set<JsonSchema>();
    const open = [start];
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      for (const { target } of steps.get(at) ?? []) {
        if (found.has(target)) continue;
        found.add(target);
        open.push(target);
      }
    }
    reached.set(start, found);
  }
  return reached;
}

type Reached = ReturnType<typeof reachability>;

/**
 * Whether validation can return from `start` to itself in two ways over the same places of the instance, or while
 * another recursive part runs over the same places. In the first case each round doubles the work (2^depth). In the
 * second case the work is depth^k. The schemas form an automaton that reads paths. These are the criteria for its
 * exponential and polynomial ambiguity: EDA and IDA in Weber and Seidl, "On the degree of ambiguity of finite
 * automata", 1991. For IDA we use the simpler half, which refuses more.
 */
function multiplies(
  start: JsonSchema,
  steps: Map<JsonSchema, Step[]>,
  reached: Reached,
  budget: { pairs: number },
): boolean {
  const comesBack = (schema: JsonSchema) => reached.get(schema)?.has(start) === true;
  const seen = new Map<JsonSchema, Map<JsonSchema, number>>();
  const open: [JsonSchema, JsonSchema, parted: boolean][] = [[start, start, false]];
  for (let pair = open.pop(); pair !== undefined; pair = open.pop()) {
    const [a, b, parted] = pair;
    const row = seen.get(a) ?? new Map<JsonSchema, number>();
    seen.set(a, row);
    const bit = parted ? 2 : 1;
    if (((row.get(b) ?? 0) & bit) !== 0) continue;
    row.set(b, (row.get(b) ?? 0) | bit);
    for (const first of (steps.get(a) ?? []).filter(({ target }) => comesBack(target))) {
      for (const second of steps.get(b) ?? []) {
        budget.pairs -= 1;
        if (budget.pairs < 0) throw new Unbounded("has a recursive part that is too large to bound its cost");
        if (!compatible(first, second)) continue;
        const nowParted = parted || first !== second;
        const back = nowParted && first.target === start;
        if (back && (second.target === start || !comesBack(second.target))) return true;
        open.push([first.target, second.target, nowParted]);
      }
    }
  }
  return false;
}

/**
 * Why checking a value could cost more than the schema's size times the value's, as a predicate whose subject is the
 * schema; null if it cannot. It assumes a validator that stops at the first error of a schema. All references must
 * resolve.
 */
export function checkSchemaCost(root: JsonSchema): string | null {
  const resolve = createResolver(root);
  try {
    if (expandedSize(root, resolve) > maxExpanded) {
      return `has more than ${maxExpanded} subschemas when its references are expanded`;
    }
    const steps = recursiveSteps(root, resolve);
    if (steps.size > maxRecursive) return `has more than ${maxRecursive} subschemas that refer back to themselves`;
    const budget = { pairs: maxPairs };
    const reached = reachability(steps);
    for (const schema of steps.keys()) {
      if (reached.get(schema)?.has(schema) === true && multiplies(schema, steps, reached, budget)) {
        return "applies a recursive part more than once to the same value, so that checking nested values could take exponential time. Apply it once, for example with one property for all alternatives, or with a required property of a fixed value as the first property of each alternative";
      }
    }
    return null;
  } catch (error) {
    if (error instanceof Unbounded) return error.message;
    throw error;
  }
}
