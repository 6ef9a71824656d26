import { createHash } from "node:crypto";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * A digest of all inputs of the console's build: its own sources, the contract, the documentation, and the versions of
 * its packages.
 */
export function sourceDigest(root: string): string {
  const pages = ["README.md", "docs/**/*.md", "examples/**/README.md"];
  const files = globSync(["console/**/*", "contract/**/*.{ts,json}", ...pages, "package.json", "package-lock.json"], {
    cwd: root,
    withFileTypes: true,
    exclude: (entry) =>
      ["node_modules", "dist", "testing"].includes(entry.name) || /^dist-|\.test\.ts$/.test(entry.name),
  });
  const hash = createHash("sha256");
  const paths = files.filter((file) => file.isFile()).map((file) => join(file.parentPath, file.name));
  for (const path of paths.sort()) {
    const body = readFileSync(path);
    hash.update(`${path.slice(root.length)}\0${body.length}\0`).update(body);
  }
  return hash.digest("hex");
}
