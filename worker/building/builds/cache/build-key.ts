// Why: docs/decisions/kept-build-results.md
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { canonicalJson } from "@ferrule/contract/json/canonical-json.ts";
import type { BuildFunction } from "@ferrule/contract/internal/jobs.ts";
import { buildFolders } from "../build-folders.ts";
import { findStandIns } from "../stand-ins/find-stand-ins.ts";

/** The packages whose version affects the result of a build. */
const packages = ["typescript-compiler", "esbuild", "re2js", "resolve.exports", "tar-stream"];
/** More files that affect results: modules that build processes load, and the types that they read. */
const elsewhere = [
  join(buildFolders.own, "..", "..", "ground", "confinement", "become-user.ts"),
  fileURLToPath(import.meta.resolve("@ferrule/contract/project-types.ts")),
];
const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");

function versionOf(name: string): string {
  const { version } = JSON.parse(readFileSync(join(buildFolders.package(name), "package.json"), "utf8")) as {
    version: string;
  };
  return `${name}@${version}`;
}

/**
 * The files that affect how a source is built: all code of builds, the code of schemas, the guest types, and some more.
 */
export function builderFiles(): string[] {
  const inFolders = [buildFolders.own, buildFolders.guest, ...buildFolders.contract].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((name) => /\.c?[jt]s$/.test(name) && !name.endsWith(".test.ts"))
      .sort()
      .map((name) => join(folder, name)),
  );
  return [...inFolders, ...elsewhere];
}

/**
 * Identifies everything besides the source that affects a build: this code, the schema code, the guest types and the
 * package versions. It is a hash of the files: a number would depend on people who remember to raise it.
 */
export function builderFingerprint(): string {
  const files = builderFiles().map((path) => [relative(buildFolders.own, path), readFileSync(path, "utf8")]);
  const standIns = findStandIns().map(({ id }) => id);
  return sha256(canonicalJson([files, packages.map(versionOf), standIns]));
}

/** The cache key of this draft's build result. It covers everything the result depends on, and no id. */
export function buildKey(one: BuildFunction, fingerprint: string, libraries: unknown = null): string {
  const { source, inputSchema, outputSchema, permissions, collections = [], connections = [], run } = one;
  const typed = connections.length === 0 ? collections : [collections, connections];
  const inputs = [fingerprint, source, inputSchema, outputSchema, permissions, libraries, typed];
  return sha256(canonicalJson(run === undefined ? inputs : [...inputs, run]));
}
