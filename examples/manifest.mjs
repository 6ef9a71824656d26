import { readFileSync } from "node:fs";
import { join } from "node:path";

// Prints the manifest of an example with its sources: functions/<slug>.ts, and libraries/<name>.ts.
const folder = process.argv[2] ?? ".";
const read = (/** @type {string[]} */ ...path) => readFileSync(join(folder, ...path), "utf8");

const manifest = JSON.parse(read("manifest.json"));
for (const one of manifest.functions) one.source = read("functions", `${one.slug}.ts`);
for (const one of manifest.libraries ?? []) one.source = read("libraries", `${one.name}.ts`);
process.stdout.write(JSON.stringify(manifest));
