import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import type { Client } from "@ferrule/contract/client.ts";
import { startTestRegistry } from "@ferrule/worker/testing/test-registry.ts";
import { duringTests } from "@ferrule/kit/testing/during-tests.ts";
import { createEndpoint, createFunction, deploy, issueKey, openProject } from "../deploy.ts";
import { eventually } from "../eventually.ts";
import { shareTestPlatform } from "../platform.ts";

const source = `
import { gross } from "lib/tax";
/** Adds the tax. */
export default (input: { cents: number }) => ({ price: gross(input.cents) });
`;
const tax = 'import { round } from "rounding";\nexport const gross = (cents: number) => round(cents * 1.19);';

describe("Libraries, from the registry to a call", () => {
  const platform = duringTests(shareTestPlatform);
  const registry = duringTests(() => startTestRegistry(platform.registryPort));
  let client: Client;
  let url: string;
  let key: string;
  let integrity: string;
  const libraries = new Map<string, string>();

  before(async () => {
    integrity = await registry.publish({
      name: "rounding",
      version: "1.0.0",
      files: {
        "index.js": "exports.round = (n) => Math.round(n);",
        "index.d.ts": "export declare function round(n: number): number;",
      },
    });
    client = await platform.signInAsOwner();
    await openProject(client);
    const http = await createEndpoint(client, "http", "prices");
    key = await issueKey(client, http.id);
    url = `${http.urls.development}/gross`;
    const functionId = await createFunction(client, "gross", source);
    const route = { functionId, method: "POST" as const, path: "/gross" };
    await client.createHttpBinding({ params: { endpointId: http.id }, body: route });
  });

  const call = async () => {
    const headers = { "x-api-key": key, "content-type": "application/json" };
    const response = await fetch(url, { method: "POST", headers, body: '{"cents":150}' });
    return ((await response.json()) as { price?: number }).price;
  };
  const createLibrary = async (body: Parameters<Client["createLibrary"]>[0]["body"]) => {
    const { id } = await client.createLibrary({ body });
    libraries.set(body.name, id);
  };

  test("an import of no Library fails the deployment with what to do, at its line", async () => {
    const { error } = await deploy(client, "failed");
    assert.deepEqual([error?.code, error?.file, error?.line], ["IMPORT_UNKNOWN", "gross.ts", 2]);
    assert.match(error?.message ?? "", /Add "tax" as a Library of this Project \(kind source\)/);
  });

  test("a source Library and the package behind it are built in, and the package's integrity is kept", async () => {
    await createLibrary({ kind: "source", name: "tax", source: tax });
    await createLibrary({ kind: "npm", name: "rounding", version: "1.0.0" });
    await deploy(client);
    assert.equal(await eventually(call, 20_000), 179);
    const kept = await client.getLibrary({ params: { libraryId: libraries.get("rounding") ?? "" } });
    assert.deepEqual([kept.integrity, kept.usedBy], [integrity, ["lib/tax"]]);
  });

  test("a new version reaches callers with the next deployment, and not before", async () => {
    const libraryId = libraries.get("tax") ?? "";
    await client.replaceLibrary({ params: { libraryId }, body: { source: tax.replace("1.19", "2") } });
    assert.equal(await call(), 179);
    await deploy(client);
    assert.equal(await eventually(async () => ((await call()) === 300 ? 300 : undefined), 20_000), 300);
  });

  test("an error in a Library fails the deployment and leaves what runs", async () => {
    const libraryId = libraries.get("tax") ?? "";
    const broken = tax.replace("cents * 1.19", '"text"');
    await client.replaceLibrary({ params: { libraryId }, body: { source: broken } });
    const { error } = await deploy(client, "failed");
    assert.match(error?.message ?? "", /lib\/tax:2:\d+ /);
    assert.equal(await call(), 300);
  });
});
