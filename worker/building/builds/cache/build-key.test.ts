import assert from "node:assert/strict";
import { join, resolve } from "node:path";
import { test } from "node:test";
import { bundleOnce } from "../../../ground/bundle-once.ts";
import { buildFolders } from "../build-folders.ts";
import { builderFiles } from "./build-key.ts";

test("every file that build processes load decides about the key of their results and of what they start from", async () => {
  const { metafile } = await bundleOnce({
    entryPoints: ["compiler/snapshot-main.ts", "bundler/main.ts"].map((path) => join(buildFolders.own, path)),
    outdir: "/out",
    bundle: true,
    metafile: true,
    format: "esm",
    platform: "node",
    packages: "external",
    alias: { "@ferrule/contract": join(buildFolders.own, "../../../contract") },
    absWorkingDir: buildFolders.own,
    logLevel: "silent",
  });
  const loaded = Object.keys(metafile!.inputs).map((path) => resolve(buildFolders.own, path));
  assert.ok(loaded.length > 50);
  const known = new Set(builderFiles());
  assert.deepEqual(
    loaded.filter((path) => !known.has(path)),
    [],
  );
});
