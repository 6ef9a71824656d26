import assert from "node:assert/strict";
import { test } from "node:test";
import { projectSource, type ProjectSource } from "@ferrule/contract/resources/project-source.ts";
import { checkNames } from "./check-names.ts";
import type { Files } from "./placed.ts";
import { readDocuments } from "./read-documents.ts";
import { folderOf } from "./testing/folder-of.ts";
import { sampleSource } from "./testing/sample-source.ts";
import { toSource } from "./to-source.ts";

/** The source that a push of these files would send, with its defaults. */
function sourceOf(files: Files, base: ProjectSource | null = null): ProjectSource {
  const placed = readDocuments(files);
  assert.deepEqual([...placed.problems, ...checkNames(placed)], []);
  return projectSource.parse(toSource(placed.documents, base));
}

test("a Project is files to read, without what is usual", () => {
  const files = folderOf(sampleSource());
  assert.deepEqual([...files.keys()].sort(), [
    "collections/orders.yaml",
    "connections.yaml",
    "crons.yaml",
    "endpoints/api.yaml",
    "endpoints/support.yaml",
    "functions/close-order.test.ts",
    "functions/close-order.ts",
    "functions/close-order.yaml",
    "functions/look-up.ts",
    "lib/money.ts",
    "libraries.lock.json",
    "libraries.yaml",
    "secrets.yaml",
  ]);
  assert.equal(
    files.get("endpoints/api.yaml"),
    `kind: http
name: Orders
routes:
  GET /orders/{orderId}:
    function: look-up
  POST /orders/{orderId}/close:
    function: close-order
    successStatus: 202
policies:
  development:
    caller:
      mode: none
  production:
    caller:
      mode: api-key
    allowedOrigins: [https://a.example]
`,
  );
  assert.equal(files.get("secrets.yaml"), "ORDERS_TOKEN: [development, production]\n");
  assert.equal(
    files.get("libraries.yaml"),
    'dayjs: 1.11.10\nmoney-of-npm:\n  package: "@acme/money"\n  version: 2.0.0\n',
  );
});

test("files say the same Project again, and a second pull changes no byte", () => {
  const source = sampleSource();
  const files = folderOf(source);
  assert.deepEqual(sourceOf(files), source);
  assert.deepEqual(folderOf(source, files), files);
});

test("a durable Function is durable in its files too, beside its source or in it", () => {
  const runPolicy = { deadlineSeconds: 60, onRelease: "move", key: "/id", concurrency: null, rate: null } as const;
  const sample = sampleSource();
  const [first, second] = sample.functions;
  assert.ok(first && second);
  const inCode = second.source.replace("memoryMb: 128,", 'memoryMb: 128, run: "durable",');
  const functions = [
    { ...first, run: "durable" as const, runPolicy },
    { ...second, source: inCode, run: "durable" as const },
  ];
  const source = { ...sample, functions };
  const files = folderOf(source);
  const beside = files.get("functions/close-order.yaml") ?? "";
  assert.match(beside, /^run: durable$/m);
  assert.match(beside, /^runPolicy:\n  deadlineSeconds: 60\n  onRelease: move\n  key: \/id$/m);
  assert.equal(files.has("functions/look-up.yaml"), false);
  assert.deepEqual(sourceOf(files), source);
  assert.deepEqual(folderOf(source, files), files);
});
