import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { generatedParts, withPart } from "./generated-parts.ts";

/** Writes the generated parts into the pages; a part of `npm run fix`. */
for (const part of generatedParts) {
  const path = join(import.meta.dirname, "..", "..", part.file);
  const page = readFileSync(path, "utf8");
  const written = withPart(page, part);
  if (written !== page) writeFileSync(path, written);
}
