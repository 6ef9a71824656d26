import { hash } from "node:crypto";
import type { ArtifactFunction, JsonSchema } from "@ferrule/contract/internal/artifact.ts";
import { toolSchemaWarnings } from "@ferrule/contract/warnings/tool-schema-warnings.ts";
import { LRUCache } from "lru-cache";
import type { BindingFacts } from "../../../ground/store/tables/deployments.ts";

/** Keyed by the schema's digest: a preview checks every tool, but few of them have changed. */
const known = new LRUCache<string, string[]>({ max: 5_000 });

function warningsOf(schema: JsonSchema): string[] {
  const key = hash("sha256", JSON.stringify(schema));
  const found = known.get(key) ?? toolSchemaWarnings(schema);
  known.set(key, found);
  return found;
}

function namesOf({ properties, additionalProperties }: JsonSchema): string[] | null {
  if (additionalProperties !== false) return null;
  return typeof properties === "object" && properties !== null ? Object.keys(properties) : [];
}

function requiredOf({ required }: JsonSchema): Pick<BindingFacts, "required"> {
  const names = Array.isArray(required) ? required.filter((name) => typeof name === "string") : [];
  return names.length === 0 ? {} : { required: names };
}

/** The facts about a Function that a check of its bindings needs. */
export function bindingFacts({ slug, description, inputSchema, run, runPolicy }: ArtifactFunction): BindingFacts {
  return {
    slug,
    description,
    takesObject: inputSchema["type"] === "object",
    names: namesOf(inputSchema),
    ...requiredOf(inputSchema),
    warnings: warningsOf(inputSchema),
    ...(run === "durable" ? { durable: { hasKey: (runPolicy?.key ?? null) !== null } } : {}),
  };
}

/** The same of all Functions of an artifact, by id. */
export const factsOf = ({ functions }: { functions: readonly ArtifactFunction[] }): Map<string, BindingFacts> =>
  new Map(functions.map((held) => [held.id, bindingFacts(held)]));
