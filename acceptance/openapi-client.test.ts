import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { promisify } from "node:util";
import { startTestControlPlane } from "@ferrule/control-plane/testing/test-control-plane.ts";
import openapiTypes, { astToString } from "openapi-typescript";
import { openapiDocument } from "@ferrule/contract/openapi/openapi.ts";
import { operationNames } from "@ferrule/contract/operations.ts";
import { duringTests } from "@ferrule/kit/testing/during-tests.ts";
import { program } from "./openapi-client/program.ts";

const run = promisify(execFile);
const modules = join(import.meta.dirname, "..", "node_modules");
const compiler = join(modules, "typescript", "bin", "tsc");

const compilerOptions = {
  module: "nodenext",
  target: "es2024",
  lib: ["es2024", "dom"],
  types: ["node"],
  noEmit: true,
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  allowImportingTsExtensions: true,
  erasableSyntaxOnly: true,
};

describe("a client that is made of the OpenAPI document", () => {
  const plane = duringTests(startTestControlPlane);
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "ferrule-openapi-client-"));
    const document = openapiDocument("https://ferrule.acme.dev");
    const types = astToString(await openapiTypes(Buffer.from(JSON.stringify(document))));
    await writeFile(join(folder, "types.ts"), types);
    await writeFile(join(folder, "program.ts"), program);
    await writeFile(join(folder, "package.json"), JSON.stringify({ type: "module" }));
    await writeFile(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, include: ["*.ts"] }));
    await symlink(modules, join(folder, "node_modules"), "dir");
  });
  after(async () => {
    await rm(folder, { recursive: true, force: true });
  });

  test("has every operation, and compiles with a program that uses many", { timeout: 120_000 }, async () => {
    const types = await readFile(join(folder, "types.ts"), "utf8");
    for (const name of operationNames) assert.match(types, new RegExp(`\\b${name}: \\{`), name);
    const checked = await run(process.execPath, [compiler, "-p", folder]).catch((error: { stdout: string }) => error);
    assert.equal(checked.stdout, "");
  });

  test("does what it says against a control plane", { timeout: 60_000 }, async () => {
    const { id: projectId } = await plane.createProject();
    const client = await plane.signInAs("owner", projectId);
    const { value } = await client.createToken({ body: { name: "client", role: "owner", projectId } });
    const { stdout } = await run(process.execPath, [join(folder, "program.ts"), plane.url, value]);
    assert.deepEqual(JSON.parse(stdout), {
      location: true,
      status: "draft",
      name: "Look up",
      presentRevision: 2,
      heldBy: "look_up",
      tool: "look_up",
      notDeployed: 0,
      listed: true,
      log: true,
      record: "Bern",
      found: 1,
      cron: false,
      secret: 1,
      plan: 0,
      calls: "object",
      issue: "body.slug",
      missing: "NOT_FOUND",
    });
  });
});
