import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { generatedParts, withPart } from "./generated-parts.ts";

/**
 * Writes what is generated into the pages and sources; a part of `npm run fix`. With `--check`, it writes nothing and
 * fails where a part is not as the code says.
 */
const checking = process.argv.includes("--check");
for (const part of generatedParts) {
  const path = join(import.meta.dirname, "..", "..", part.file);
  const page = readFileSync(path, "utf8");
  const written = withPart(page, part);
  if (written === page) continue;
  if (checking) {
    process.stdout.write(`${part.file}: the part "${part.name}" is not as the code says.\n`);
    process.exitCode = 1;
  } else writeFileSync(path, written);
}
