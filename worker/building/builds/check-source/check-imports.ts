import { isBuiltin } from "node:module";
import type { Diagnostic } from "@ferrule/contract/internal/jobs.ts";
import ts from "typescript-compiler";
import { testModule } from "../program/tested-import.ts";
import { diagnosticAt } from "../program/diagnostic-at.ts";
import { type BuildLibraries, splitSpecifier } from "../libraries/build-libraries.ts";
import { isForFunctions } from "../stand-ins/node-modules.ts";

const insteadOfBuiltin = new Map([
  ["fs", "A Function has no file system: keep data in a collection (`ctx.collection(name)`) or in `ctx.cache`."],
  [
    "fs/promises",
    "A Function has no file system: keep data in a collection (`ctx.collection(name)`) or in `ctx.cache`.",
  ],
  ["http", "Use the global `fetch`."],
  ["https", "Use the global `fetch`."],
  ["http2", "Use the global `fetch`."],
  ["net", "Use the global `fetch`; a Function has no sockets."],
  ["tls", "Use the global `fetch`; a Function has no sockets."],
  ["timers", "Use the globals `setTimeout` and `setInterval`."],
  ["timers/promises", "Use `await new Promise((resolve) => setTimeout(resolve, delayMs))`."],
  ["perf_hooks", "Use the global `performance`."],
  ["process", 'Use `await ctx.secrets.get("NAME")` for configuration.'],
  ["stream/web", "Use the globals `ReadableStream`, `WritableStream`, `TransformStream`."],
  ["zlib", "Use the globals `CompressionStream` and `DecompressionStream`."],
]);

/** Why this module cannot be imported, and what to do instead. */
function unknownModule(specifier: string): string {
  if (specifier === testModule)
    return `Only the test file of a Function imports "${testModule}". Move what needs it there.`;
  const bare = specifier.replace(/^node:/, "");
  if (specifier.startsWith("node:") || isBuiltin(bare)) {
    const fix =
      insteadOfBuiltin.get(bare) ?? "A Function has the Web APIs and `ctx`, no file system, processes or sockets.";
    return `Node's module "${specifier}" does not exist in the sandbox. ${fix}`;
  }
  if (specifier.startsWith("lib/")) {
    return `There is no Library "${specifier.slice(4)}". Add "${specifier.slice(4)}" as a Library of this Project (kind source), or correct the name.`;
  }
  if (/^\.{0,2}\//.test(specifier)) {
    return `A Function is one file, so "${specifier}" cannot be found. Add that code as a Library of this Project and import it from "lib/<name>".`;
  }
  if (/^[a-z][a-z0-9+.-]*:/i.test(specifier)) {
    return `Modules are not loaded from addresses ("${specifier}"). Add the package as a Library of this Project (kind npm) and import it by its name.`;
  }
  const { name } = splitSpecifier(specifier);
  return `The package "${name}" is not a Library of this Project. Add "${name}" as a Library of this Project (kind npm), or write the code here.`;
}

const isLibrary = (specifier: string, { sources, roots }: BuildLibraries) =>
  specifier.startsWith("lib/")
    ? Object.hasOwn(sources, specifier.slice("lib/".length))
    : Object.hasOwn(roots, splitSpecifier(specifier).name);

/**
 * Refuses every import that the build cannot bundle, including CommonJS and dynamic imports.
 * @param isOwn Whether the file may import this module besides, as a test file may import its Function
 */
export function checkImports(
  file: ts.SourceFile,
  libraries: BuildLibraries,
  isOwn: (specifier: string) => boolean = () => false,
): Diagnostic[] {
  const found: Diagnostic[] = [];
  const checkSpecifier = (specifier: ts.Expression) => {
    if (!ts.isStringLiteralLike(specifier) || specifier.text === "ferrule" || isOwn(specifier.text)) return;
    if (isForFunctions(specifier.text) || isLibrary(specifier.text, libraries)) return;
    found.push(diagnosticAt(file, specifier, "IMPORT_UNKNOWN", unknownModule(specifier.text)));
  };
  const visit = (node: ts.Node): void => {
    if ((ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) && node.moduleSpecifier !== undefined) {
      checkSpecifier(node.moduleSpecifier);
    } else if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) {
      checkSpecifier(node.argument.literal);
    } else if (ts.isImportEqualsDeclaration(node) && ts.isExternalModuleReference(node.moduleReference)) {
      const fix = 'Write `import … from "…"` instead: a Function is an ES module.';
      found.push(diagnosticAt(file, node, "COMMONJS", `\`import … = require(…)\` is CommonJS. ${fix}`));
    } else if (ts.isExportAssignment(node) && node.isExportEquals === true) {
      found.push(diagnosticAt(file, node, "COMMONJS", "`export =` is CommonJS. Write `export default …` instead."));
    } else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
      const fix = 'Write `import … from "…"` at the top of the source; what is imported there is part of the bundle.';
      found.push(diagnosticAt(file, node, "DYNAMIC_IMPORT", `The sandbox loads no modules while it runs. ${fix}`));
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  for (const reference of [...file.referencedFiles, ...file.typeReferenceDirectives, ...file.libReferenceDirectives]) {
    const message = `A Function is checked against the sandbox's own types only. Remove the reference to "${reference.fileName}".`;
    found.push(diagnosticAt(file, reference.pos, "REFERENCE_UNKNOWN", message));
  }
  return found;
}
