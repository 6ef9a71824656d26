import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join, sep } from "node:path";
import { buildFolders } from "../build-folders.ts";

/** The files of packages that build processes use and that a kept start contains. */
const scripts = /\.[cm]?js$/;
const contained: [name: string, files: RegExp][] = [
  ["typescript-compiler", /^lib\/(?:typescript\.js|lib\.[\w.]*d\.ts)$/],
  ["lru-cache", scripts],
  ["re2js", scripts],
  ["resolve.exports", scripts],
  ["semver", scripts],
  ["tar-stream", scripts],
  ["streamx", scripts],
  ["b4a", scripts],
  ["fast-fifo", scripts],
  ["text-decoder", scripts],
  ["events-universal", scripts],
];

/**
 * SHA-256 (hex) of everything that build processes start from: this Node, this code, and the content of the packages
 * (13 MB, 30 ms). Versions would not be enough, because another checkout that shares the folder may have patched
 * packages.
 */
export async function keptFingerprint(builderFingerprint: string): Promise<string> {
  const hash = createHash("sha256").update(`${process.version} ${process.arch} ${builderFingerprint}\n`);
  for (const [name, files] of contained) {
    const folder = buildFolders.package(name);
    const names = (await readdir(folder, { recursive: true })).map((one) => one.replaceAll(sep, "/"));
    for (const one of names.filter((path) => files.test(path)).sort()) {
      const content = await readFile(join(folder, one));
      hash.update(`${name}/${one} ${content.length}\n`).update(content);
    }
  }
  return hash.digest("hex");
}
