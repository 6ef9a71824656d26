import { posix } from "node:path";
import { parseSync } from "oxc-parser";

const workspace = "@ferrule/";

/**
 * The modules of this repository that a source imports or re-exports, relative to the root. Types count, and so do
 * `import()` calls with a literal name.
 */
export function importsOf(path: string, text: string): Set<string> {
  const { module } = parseSync(path, text);
  const names = module.staticImports.map(({ moduleRequest }) => moduleRequest.value);
  for (const { entries } of module.staticExports)
    for (const { moduleRequest } of entries) if (moduleRequest) names.push(moduleRequest.value);
  for (const { moduleRequest } of module.dynamicImports)
    names.push(text.slice(moduleRequest.start + 1, moduleRequest.end - 1));
  const found = new Set<string>();
  for (const name of names) {
    if (name.startsWith(workspace)) found.add(name.slice(workspace.length));
    else if (name.startsWith(".")) found.add(posix.join(posix.dirname(path), name));
  }
  return found;
}
