import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { gzipSync } from "node:zlib";
import { pack } from "tar-stream";
import { licencesOf } from "./licences-of.ts";

/** All tarballs of one version are identical, so they contain nothing of this machine or this time. */
const mtime = new Date(Date.UTC(1985, 9, 26, 8, 15));

/**
 * Packs the developers' command as a package that npm and npx install from an address. Returns the files for the
 * gateway to serve, with their names: the tarball, and a file with its version. `inputs` are the program's sources.
 */
export async function packageCommand(
  root: string,
  program: string,
  inputs: readonly string[],
): Promise<[name: string, content: Buffer | string][]> {
  const { version, license } = JSON.parse(await readFile(join(root, "cli", "package.json"), "utf8")) as {
    version: string;
    license: string;
  };
  // npx reuses a package from the same address as long as the name is the same. If several names lead to one program,
  // it runs the first.
  const name = `ferrule-${version}-${createHash("sha256").update(program).digest("hex").slice(0, 8)}`;
  const manifest = {
    name,
    version,
    description: "Work on the Functions of a Ferrule installation.",
    license,
    type: "module",
    bin: { [name]: "ferrule.mjs", ferrule: "ferrule.mjs" },
    engines: { node: ">=20.12" },
  };
  const tarball = pack();
  const content = buffer(tarball);
  tarball.entry({ name: "package/package.json", mtime, mode: 0o644 }, `${JSON.stringify(manifest, null, 2)}\n`);
  tarball.entry({ name: "package/ferrule.mjs", mtime, mode: 0o755 }, program);
  tarball.entry({ name: "package/LICENSE", mtime, mode: 0o644 }, await readFile(join(root, "LICENSE")));
  tarball.entry({ name: "package/THIRD-PARTY.txt", mtime, mode: 0o644 }, licencesOf(root, inputs));
  tarball.finalize();
  const packed = gzipSync(await content, { level: 9 });
  const integrity = `sha512-${createHash("sha512").update(packed).digest("base64")}`;
  return [
    ["package.tgz", packed],
    ["version.json", `${JSON.stringify({ version, integrity })}\n`],
  ];
}
