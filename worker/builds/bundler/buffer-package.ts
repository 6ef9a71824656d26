import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { BuildPackage } from "../libraries/build-libraries.ts";

/** What stands in for Node's module `buffer` in packages: the package of that name and what it depends on. */
export const bufferPackages = ["buffer", "base64-js", "ieee754"];
export const bufferId = "buffer@sandbox";

/** `folders`: where each of them is installed, in their order. */
export function readBufferPackages(folders: readonly string[]): Record<string, BuildPackage> {
  const idOf = (name: string) => `${name}@sandbox`;
  return Object.fromEntries(
    bufferPackages.map((name, index) => {
      const text = (file: string) => readFileSync(join(folders[index] ?? "", file), "utf8");
      const held: BuildPackage = {
        name,
        version: "sandbox",
        dependencies: name === "buffer" ? { "base64-js": idOf("base64-js"), ieee754: idOf("ieee754") } : {},
        files: { "package.json": '{"main":"index.js","sideEffects":false}', "index.js": text("index.js") },
      };
      return [idOf(name), held];
    }),
  );
}

const uses = /\bBuffer\s*[.(]/;
/** Its own, or asked about first: such a package knows another way where there is none. */
const knows =
  /\btypeof Buffer\b|\b(?:var|let|const|class|function)\s+\{?[^;={}]*\bBuffer\b|\bimport\b[^;]*\bBuffer\b[^;]*\bfrom\b/;
const isModule = /^[ \t]*(?:import|export)\b/m;

/**
 * The text of a package's file with Node's global `Buffer` brought in where it relies on one, on the first line, so that
 * lines stay what they were. A Function's own text cannot: that is a diagnostic with the Web APIs to use instead.
 */
export function withBuffer(text: string): string {
  if (!uses.test(text) || knows.test(text)) return text;
  const bring = isModule.test(text)
    ? 'import { Buffer } from "node:buffer";'
    : 'var Buffer = require("node:buffer").Buffer;';
  return `${bring} ${text}`;
}
