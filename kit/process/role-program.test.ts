import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, test } from "node:test";
import { madeOf } from "./made-of.ts";
import { bundlePaths, roleProgram } from "./role-program.ts";

describe("the program of a role", () => {
  let root: string;
  const source = () => join(root, "gateway/main.ts");
  const bundle = () => bundlePaths(root, "gateway");
  const program = () => roleProgram(root, "gateway");
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), "ferrule-role-program-"));
    mkdirSync(bundle().folder, { recursive: true });
    writeFileSync(source(), "");
  });
  afterEach(() => rmSync(root, { recursive: true }));

  const bundleIt = () => {
    writeFileSync(bundle().program, "");
    writeFileSync(bundle().madeOf, JSON.stringify(madeOf(root, [source()], Date.now() + 60_000)));
  };

  test("is its sources while it is not bundled", () => assert.equal(program(), source()));

  test("is its bundle until a source changes or goes", () => {
    bundleIt();
    assert.equal(program(), bundle().program);
    writeFileSync(source(), "changed");
    assert.equal(program(), source());
    bundleIt();
    rmSync(source());
    assert.equal(program(), source());
  });

  test("is its sources when nobody can tell what the bundle was made of", () => {
    bundleIt();
    writeFileSync(bundle().madeOf, '{"gateway/ma');
    assert.equal(program(), source());
  });

  test("is its bundle where nothing changes, as in an image", () => {
    bundleIt();
    rmSync(bundle().madeOf);
    writeFileSync(source(), "changed");
    assert.equal(program(), bundle().program);
  });
});
