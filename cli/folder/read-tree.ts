import { distance } from "fastest-levenshtein";
import { validationIssues } from "@ferrule/contract/json/validation-issues.ts";
import { z } from "zod";
import { documentSchemas, type DocumentKind } from "./document-schemas.ts";
import type { Problem, Tree, Value } from "./documents.ts";
import type { ReadYaml } from "./yaml/read-yaml.ts";
import { sparse } from "./sparse.ts";

function gather(schema: unknown, into: Set<string>): void {
  if (typeof schema !== "object" || schema === null) return;
  for (const [name, one] of Object.entries(schema)) {
    if (name === "properties") for (const property of Object.keys(one as object)) into.add(property);
    gather(one, into);
  }
}

const vocabularies = new Map<DocumentKind, readonly string[]>();
function vocabularyOf(kind: DocumentKind): readonly string[] {
  let known = vocabularies.get(kind);
  if (known === undefined) {
    const names = new Set<string>();
    gather(z.toJSONSchema(documentSchemas[kind], { io: "input", unrepresentable: "any" }), names);
    vocabularies.set(kind, (known = [...names]));
  }
  return known;
}

/** `; did you mean name?`, if one of these names is similar. */
export function nearest(name: string, known: readonly string[]): string {
  const most = name.length >= 8 ? 3 : name.length >= 4 ? 2 : 1;
  const near = known.map((one) => ({ one, wrong: distance(name.toLowerCase(), one.toLowerCase()) }));
  near.sort((a, b) => a.wrong - b.wrong);
  const [best] = near;
  return best !== undefined && best.wrong <= most ? `; did you mean ${best.one}?` : "";
}

/** The value of a file, checked by its schema. */
export function readTree(
  kind: DocumentKind,
  file: string,
  { tree, placeOf }: Pick<ReadYaml, "tree" | "placeOf">,
): { tree: Tree; problems: Problem[] } {
  const { success, data, error } = documentSchemas[kind].safeParse(tree);
  if (success) return { tree: sparse(documentSchemas[kind], data as Value) as Tree, problems: [] };
  const issues = validationIssues(error, "");
  // A value of the wrong type would also be reported as too long or too short.
  const firsts = issues.filter(({ path }, index) => issues.findIndex((one) => one.path === path) === index);
  const problems = firsts.slice(0, 100).map(({ path, message }) => {
    const names = path.split(".").slice(1);
    const isUnknown = message === "is not a known field";
    const near = isUnknown ? nearest(names.at(-1) ?? "", vocabularyOf(kind)) : "";
    return { file, ...placeOf(partsOf(tree ?? {}, names)), message: `${names.join(".") || "it"} ${message}${near}` };
  });
  return { tree: {}, problems };
}

/** A path as text; names in it may contain dots, and list items have numbers. */
function partsOf(tree: Tree, names: readonly string[]): PropertyKey[] {
  const parts: PropertyKey[] = [];
  let at: unknown = tree;
  for (let from = 0; from < names.length;) {
    let to = from + 1;
    const nameTo = () => names.slice(from, to).join(".");
    if (!Array.isArray(at)) while (to < names.length && !Object.hasOwn(Object(at), nameTo())) to += 1;
    const name = Array.isArray(at) || Object.hasOwn(Object(at), nameTo()) ? nameTo() : names[from]!;
    from = name === names[from] ? from + 1 : to;
    parts.push(Array.isArray(at) ? Number(name) : name);
    at = typeof at === "object" && at !== null ? (at as Record<string, unknown>)[name] : undefined;
  }
  return parts;
}
