import { join } from "node:path";
import { buildConsole } from "./build-console.ts";

/** Builds the console when it is stale. `npm start`, the tests and the image run this. */
const startedAt = performance.now();
const built = await buildConsole(join(import.meta.dirname, "..", ".."));
if (built) process.stderr.write(`ferrule: built the console (${Math.round(performance.now() - startedAt)} ms)\n`);
