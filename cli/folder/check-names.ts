import { isTests, isTree, singles, type Problem, type Tree, type Value } from "./documents.ts";
import type { Placed } from "./placed.ts";
import { nearest } from "./read-tree.ts";

const entries = (value: Value | undefined) => (isTree(value) ? Object.entries(value) : []);

/** The Function that a binding names; a resource or a prompt may name none. */
function* functionOf(at: string[], binding: Value) {
  const { function: name } = binding as Tree;
  if (typeof name === "string") yield { of: "functions" as const, at: [...at, "function"], name };
}

/** Finds names in documents that no other document defines. */
function* usesIn(path: string, tree: Tree): Generator<{ of: "functions" | "endpoints"; at: string[]; name: string }> {
  for (const list of ["tools", "resources", "prompts", "routes"])
    for (const [name, one] of entries(path.startsWith("endpoints/") ? tree[list] : undefined))
      yield* functionOf([list, name], one);
  if (path === singles.crons)
    for (const [environment, crons] of entries(tree))
      for (const [name, one] of entries(crons))
        yield { of: "functions", at: [environment, name, "function"], name: (one as Tree)["function"] as string };
  for (const [environment, granted] of entries(path.startsWith("collections/") ? tree["grants"] : undefined))
    for (const room of ["functions", "endpoints"] as const)
      for (const [name] of entries((granted as Tree)[room]))
        yield { of: room, at: ["grants", environment, room, name], name };
}

/** Finds bindings, crons and grants that name a Function or an endpoint that the folder does not have. */
export function checkNames({ documents, places }: Pick<Placed, "documents" | "places">): Problem[] {
  const known = { functions: new Set<string>(), endpoints: new Set<string>() };
  for (const path of documents.keys()) {
    if (isTests(path)) continue;
    const [folder = "", name = ""] = path.split("/");
    if (folder === "functions" || folder === "endpoints") known[folder].add(name.replace(/\.\w+$/, ""));
  }
  return [...documents].flatMap(([path, document]) => {
    if (!("tree" in document)) return [];
    const place = places.get(path);
    return [...usesIn(path, document.tree)]
      .filter(({ of, name }) => !known[of].has(name))
      .map(({ of, at, name }) => ({
        file: place?.path ?? path,
        ...place?.placeOf?.(at),
        message: `${at.join(".")} names ${name}, which is not in ${of}/${nearest(name, [...known[of]])}`,
      }));
  });
}
