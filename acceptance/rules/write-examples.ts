import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { examples, type Example } from "@ferrule/contract/openapi/examples.ts";
import { operationNames, type OperationName } from "@ferrule/contract/operations.ts";
import { testPostgres } from "@ferrule/control-plane/ground/store/testing/test-database.ts";
import { exampleOf } from "./examples/example-of.ts";
import { successOf } from "./success-of.ts";
import { openWorld } from "./world.ts";

/**
 * Writes `contract/openapi/examples.json`: a request of each operation, or of those that the arguments name, with its
 * answer. Each operation has a line.
 */
const wanted = process.argv.slice(2);
const written = new Map<OperationName, Example>();
const begun = Date.now();
const world = await openWorld();
for (const name of operationNames) {
  const kept = examples[name];
  const isWanted = wanted.length === 0 || wanted.includes(name);
  if (isWanted) written.set(name, exampleOf(name, await successOf(world, name), begun));
  else if (kept) written.set(name, kept);
  if (isWanted) await world.tidy();
}
const lines = [...written].map(([name, example]) => `  ${JSON.stringify(name)}: ${JSON.stringify(example)}`);
writeFileSync(
  join(import.meta.dirname, "..", "..", "contract", "openapi", "examples.json"),
  `{\n${lines.join(",\n")}\n}\n`,
);
await world[Symbol.asyncDispose]();
await (await testPostgres()).stop();
// The hooks of tests that the world's parts have registered keep the program running.
process.exit();
