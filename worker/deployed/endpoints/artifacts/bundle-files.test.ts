import assert from "node:assert/strict";
import { hash } from "node:crypto";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { createLog } from "@ferrule/kit/log.ts";
import { openBundleFiles } from "./bundle-files.ts";

const log = createLog("test", "silent");
let dataDir: string;
before(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "ferrule-bundle-files-"));
});
after(() => rm(dataDir, { recursive: true, force: true }));

const bundleOf = (code: string, sourceMap = '{"sources":[]}') => ({ digest: hash("sha256", code), code, sourceMap });
const inBytes = ({ digest, code, sourceMap }: ReturnType<typeof bundleOf>) => ({
  digest,
  code: Buffer.from(code),
  sourceMap: Buffer.from(sourceMap),
});

test("a bundle is read as it was written, and one whose file was changed, cut or moved is none", async () => {
  const files = await openBundleFiles(dataDir, log);
  const large = inBytes(bundleOf(`"ä";${"x".repeat(3_000_000)}`));
  assert.equal(await files.write(large), true);
  assert.deepEqual(await files.read(large.digest), large);
  const path = join(dataDir, "bundles", `${large.digest}.bundle`);
  const written = await readFile(path);
  const other = hash("sha256", "other");
  await writeFile(join(dataDir, "bundles", `${other}.bundle`), written);
  assert.equal(await files.read(other), undefined);
  const changed = Buffer.from(written).fill("y", written.length - 1);
  for (const damaged of [written.subarray(0, -1), written.subarray(0, 10), changed]) {
    await writeFile(path, damaged);
    assert.equal(await files.read(large.digest), undefined);
    assert.equal(await files.has(large.digest), true);
  }
  assert.equal(await files.has("0".repeat(64)), false);
  await assert.rejects(files.read("../../etc/passwd"), /hexadecimal/);
});
