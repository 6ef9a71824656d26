import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempDisposableSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { bundleRole } from "./bundle-role.ts";

test("a bundle loads a package that stays apart when what imports it is loaded, and not before", async () => {
  using root = mkdtempDisposableSync(join(tmpdir(), "ferrule-bundle-"));
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(root.path, path)), { recursive: true });
    writeFileSync(join(root.path, path), text);
  };
  write("node_modules/mysql2/index.js", `console.log("loaded"); exports.name = "mysql2";`);
  write("gateway/late.ts", `import mysql, { name } from "mysql2"; console.log(mysql.name, name);`);
  write("gateway/main.ts", `console.log("started"); await import("./late.ts");`);

  const { text, inputs } = await bundleRole(root.path, "gateway");
  write("gateway/dist/main.mjs", text);
  const said = execFileSync(process.execPath, [join(root.path, "gateway/dist/main.mjs")], { encoding: "utf8" });
  assert.deepEqual(said.trim().split("\n"), ["started", "loaded", "mysql2 mysql2"]);
  // A package that stays apart is not part of the bundle.
  assert.deepEqual(inputs.slice(0, -1).toSorted(), ["gateway/late.ts", "gateway/main.ts"]);
});
