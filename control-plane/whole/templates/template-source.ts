import { readFile } from "node:fs/promises";
import { join } from "node:path";

const folder = join(import.meta.dirname, "functions");

/**
 * The source of a template's Function, with values for its constants. A constant is `const name = …;`, on one line at
 * the top level. A value is written as JSON, which can only be a plain JavaScript expression, whatever it contains.
 */
export function placeConstants(text: string, constants: Record<string, unknown>): string {
  return Object.entries(constants).reduce((placed, [name, value]) => {
    const declaration = new RegExp(String.raw`^(const ${name}(?:: [^=\n]+)? = ).*;$`, "m");
    if (!declaration.test(placed)) throw new Error(`The template's Function has no constant ${name}.`);
    return placed.replace(declaration, (_, before: string) => `${before}${JSON.stringify(value)};`);
  }, text);
}

/** Reads a Function of the catalogue. It only passes the source on, and never evaluates it. */
export const templateSource = async (file: string, constants: Record<string, unknown>): Promise<string> =>
  placeConstants(await readFile(join(folder, file), "utf8"), constants);
