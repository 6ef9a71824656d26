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
const mentions = /\bBuffer\b/g;
const declares = /\b(?:var|let|const|class|function)\s/;
/** How many mentions are looked at, and how far around each: a package may have 8 MB of them. */
const mostMentions = 1_000;
const around = 2_000;

/**
 * It has one of its own, or asks about it first: such a package knows another way where there is none. Looks at each mention by
 * itself, because a pattern over the whole text would take the square of its length.
 */
function knows(text: string): boolean {
  let count = 0;
  for (const { index } of text.matchAll(mentions)) {
    if (text.startsWith("typeof ", index - "typeof ".length)) return true;
    const before = text.slice(Math.max(0, index - around), index);
    const statement = before.slice(before.lastIndexOf(";") + 1);
    const part = statement.slice(Math.max(...["=", "{", "}"].map((end) => statement.lastIndexOf(end))) + 1);
    const opens = statement.at(-part.length - 1) === "{";
    const keyword = opens ? statement.slice(0, -part.length - 1).slice(-20) : part;
    if (declares.test(keyword) && (!opens || declares.test(`${keyword.trimEnd().split(/\s/).at(-1)} `))) return true;
    const [after = ""] = text.slice(index, index + around).split(";", 1);
    if (/\bimport\b/.test(statement) && /\bfrom\b/.test(after)) return true;
    count += 1;
    if (count === mostMentions) return false;
  }
  return false;
}
const isModule = /^[ \t]*(?:import|export)\b/m;

/**
 * The text of a package's file with Node's global `Buffer` brought in where it relies on one, on the first line, so that
 * lines stay what they were. A Function's own text cannot: that is a diagnostic with the Web APIs to use instead.
 */
export function withBuffer(text: string): string {
  if (!uses.test(text) || knows(text)) return text;
  const bring = isModule.test(text)
    ? 'import { Buffer } from "node:buffer";'
    : 'var Buffer = require("node:buffer").Buffer;';
  return `${bring} ${text}`;
}
