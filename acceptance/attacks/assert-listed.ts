import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";

/** Attacks as the titles of their tests, by the file that makes them. A title may be a template, as the file has it. */
export type Attacks = Readonly<Record<string, readonly string[]>>;

/** Fails if a listed attack has no test, if one is listed twice, or if they are fewer than `atLeast`. */
export function assertListed(attacks: Attacks, atLeast: number): void {
  const root = join(import.meta.dirname, "..", "..");
  const missing = Object.entries(attacks).flatMap(([file, titles]) => {
    const source = readFileSync(join(root, file), "utf8");
    return titles.filter((title) => !source.includes(`test("${title}"`) && !source.includes(`test(\`${title}\``));
  });
  assert.deepEqual(missing, []);
  const listed = Object.entries(attacks).flatMap(([file, titles]) => titles.map((title) => `${file}: ${title}`));
  assert.equal(new Set(listed).size, listed.length);
  assert.ok(listed.length >= atLeast, `${listed.length} attacks`);
}
