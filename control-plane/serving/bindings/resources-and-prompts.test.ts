import assert from "node:assert/strict";
import { before, test } from "node:test";
import type { Operations } from "@ferrule/contract/operations.ts";
import { duringTests } from "@ferrule/kit/testing/during-tests.ts";
import type { z } from "zod";
import { issuePaths } from "../../testing/refusal.ts";
import { startTestControlPlane } from "../../testing/test-control-plane.ts";

type Given = z.input<Operations["createMcpBinding"]["body"]>;

const plane = duringTests(startTestControlPlane);
const client = duringTests(() => plane.signInAs("developer"));
let functionId: string;
before(async () => {
  functionId = (await client.createFunction({ body: { slug: "bound", source: "export default () => 1;" } })).id;
});

let made = 0;
const newEndpoint = async () =>
  (await client.createRuntimeEndpoint({ body: { kind: "mcp", slug: `endpoint-${(made += 1)}` } })).id;
const offer = (endpointId: string, body: Given) => client.createMcpBinding({ params: { endpointId }, body });
const conflict = { status: 409, code: "CONFLICT" };

const handbook = { kind: "resource", toolName: "handbook", uri: "docs://handbook" } as const;
const greeting = {
  kind: "prompt" as const,
  toolName: "greet",
  messages: [{ role: "user" as const, text: "Greet {{ who }}." }],
};
const who = [{ name: "who", required: true, values: ["Ann", "Ben"] }];

test("keeps a resource's content: a list says its size, and only a read has it", async () => {
  const endpointId = await newEndpoint();
  const content = { text: "# Handbook\r\n\tGrüße \u200f\n" };
  const given = { ...handbook, content, mimeType: "text/markdown", audience: ["user" as const], priority: 0.5 };
  const created = await offer(endpointId, given);
  assert.deepEqual(
    [
      created.kind,
      created.functionId,
      created.uri,
      created.mimeType,
      created.contentSize,
      created.audience,
      created.priority,
    ],
    ["resource", null, "docs://handbook", "text/markdown", 25, ["user"], 0.5],
  );
  assert.equal("content" in created, false);
  const { items } = await client.listMcpBindings({ params: { endpointId } });
  assert.deepEqual(items, [created]);
  const params = { endpointId, bindingId: created.id };
  assert.deepEqual((await client.getMcpBinding({ params })).content, content);
  const bytes = { base64: Buffer.from([0, 255, 128, 1]).toString("base64") };
  const changed = await client.updateMcpBinding({ params, body: { content: bytes, mimeType: "image/png" } });
  assert.deepEqual([changed.contentSize, changed.revision], [4, 2]);
  assert.deepEqual((await client.getMcpBinding({ params })).content, bytes);
});

test("offers resources and prompts of Functions, and prompts that the Project keeps", async () => {
  const endpointId = await newEndpoint();
  const order = { kind: "resource" as const, toolName: "order", uri: "orders://{orderId}{?lang}", functionId };
  const read = await offer(endpointId, { ...order, arguments: [{ name: "orderId", description: "Which one" }] });
  assert.deepEqual([read.uri, read.functionId, read.contentSize], [order.uri, functionId, null]);
  assert.deepEqual(read.arguments, [{ name: "orderId", description: "Which one", required: false }]);
  const kept = await offer(endpointId, { ...greeting, arguments: who });
  assert.deepEqual([kept.messages, kept.arguments, kept.functionId], [[greeting.messages[0]], who, null]);
  await offer(endpointId, { kind: "prompt", toolName: "review", functionId });
  const prompts = await client.listMcpBindings({ params: { endpointId }, query: { kind: "prompt", sort: "name" } });
  assert.deepEqual(
    prompts.items.map(({ toolName }) => toolName),
    ["greet", "review"],
  );
});

test("takes one name for a tool, a resource and a prompt, but not twice for one kind", async () => {
  const endpointId = await newEndpoint();
  const content = { text: "x" };
  await offer(endpointId, { toolName: "handbook", functionId });
  await offer(endpointId, { ...handbook, content });
  await offer(endpointId, { ...greeting, toolName: "handbook", arguments: who });
  await assert.rejects(offer(endpointId, { ...handbook, uri: "docs://other", content }), conflict);
  await assert.rejects(offer(endpointId, { ...handbook, toolName: "other", content }), conflict);
});

test("takes two templates of one shape for the same, whatever their variables are called", async () => {
  const endpointId = await newEndpoint();
  const of = (toolName: string, uri: string) => offer(endpointId, { kind: "resource", toolName, uri, functionId });
  await of("one", "orders://{id}/items{?from,to}");
  await assert.rejects(of("two", "orders://{order}/items{?since,until}"), conflict);
  await of("three", "orders://{+id}/items{?from,to}");
});

test("a new URI must be confirmed, as a new name must", async () => {
  const endpointId = await newEndpoint();
  const { id: bindingId } = await offer(endpointId, { ...handbook, content: { text: "x" } });
  const change = (body: object) => client.updateMcpBinding({ params: { endpointId, bindingId }, body });
  assert.deepEqual(await issuePaths(change({ uri: "docs://guide" })), ["body.confirmRename"]);
  assert.deepEqual(await issuePaths(change({ toolName: "guide" })), ["body.confirmRename"]);
  const { uri } = await change({ uri: "docs://guide", confirmRename: true });
  assert.equal(uri, "docs://guide");
});

test("checks the whole binding, also what a change leaves of it", async () => {
  const endpointId = await newEndpoint();
  const refused = async (over: object, ...paths: string[]) =>
    assert.deepEqual(
      await issuePaths(offer(endpointId, over as Given)),
      paths.map((path) => `body.${path}`),
    );
  await refused({ toolName: "t" }, "functionId");
  await refused({ toolName: "t", functionId, uri: "docs://t" }, "uri");
  await refused({ ...handbook, uri: null, content: { text: "x" } }, "uri");
  await refused({ ...handbook }, "content");
  await refused({ ...handbook, functionId, content: { text: "x" } }, "content");
  await refused({ ...handbook, uri: "docs://{page}", content: { text: "x" } }, "uri");
  await refused({ ...handbook, content: { base64: "AAAA" } }, "mimeType");
  await refused({ ...handbook, functionId, arguments: [{ name: "page" }] }, "arguments.0.name");
  await refused({ ...handbook, functionId, annotations: { readOnlyHint: true } }, "annotations");
  await refused({ ...greeting }, "messages.0.text");
  await refused({ ...greeting, functionId, arguments: who }, "messages");
  await refused({ ...greeting, arguments: [...who, ...who] }, "arguments");
  await refused(
    { ...greeting, arguments: who, messages: [{ role: "user", text: "{{who}} {{ }}" }] },
    "messages.0.text",
  );
  await refused({ ...greeting, arguments: who, messages: [{ role: "user", text: "{{who}" }] }, "messages.0.text");
  const { id: bindingId } = await offer(endpointId, {
    ...handbook,
    content: { base64: "AAAA" },
    mimeType: "image/png",
  });
  const change = (body: object) => client.updateMcpBinding({ params: { endpointId, bindingId }, body });
  assert.deepEqual(await issuePaths(change({ mimeType: null })), ["body.mimeType"]);
  assert.deepEqual(await issuePaths(change({ content: null })), ["body.content"]);
  assert.deepEqual(await issuePaths(change({ kind: "tool" })), ["body.kind"]);
  assert.equal((await change({ content: null, functionId })).functionId, functionId);
});

const hostileUris = [
  "docs://a/../b",
  "docs://a/%2e%2E/b",
  "docs://a/..%2fb",
  "file:///etc/passwd",
  "javascript:alert(1)",
  "data:text/html,x",
  "docs:",
  "handbook",
  "//host/path",
  "docs://a b",
  "docs://a\nb",
  "docs://a\u0000b",
  "docs://ü",
  "https://user:word@host/",
  "docs://{",
  "docs://{}",
  "docs://{a}}",
  "docs://{a*}",
  "docs://{a:3}",
  "docs://{a,a}",
  "docs://{a}/{a}",
  `docs://${"a".repeat(1_000)}`,
];

test("refuses a URI or a template that does not parse, climbs, or names a program or a file", async () => {
  const endpointId = await newEndpoint();
  for (const uri of hostileUris)
    assert.deepEqual(await issuePaths(offer(endpointId, { ...handbook, uri, functionId })), ["body.uri"], uri);
});

test("refuses contents and prompts that are too large or not what they say", async () => {
  const endpointId = await newEndpoint();
  const texts = (count: number) => Array.from({ length: count }, () => ({ role: "user" as const, text: "x" }));
  const refused = async (body: object, path: string) =>
    assert.deepEqual([...new Set(await issuePaths(offer(endpointId, body as Given)))], [path]);
  const mebibyte = "x".repeat(1_048_576);
  await refused({ ...handbook, content: { text: `${mebibyte}x` } }, "body.content.text");
  await refused({ ...handbook, content: { text: "ü".repeat(600_000) } }, "body.content.text");
  await refused({ ...handbook, content: { base64: "not base64" } }, "body.content.base64");
  await refused({ ...handbook, content: { base64: "AB==" } }, "body.content.base64");
  await refused({ ...handbook, content: { text: "a\u0000b" } }, "body.content.text");
  await refused({ ...greeting, messages: texts(1_001) }, "body.messages");
  await refused({ ...greeting, messages: [] }, "body.messages");
  await refused({ ...greeting, messages: [{ role: "user", text: "a\u202eb" }] }, "body.messages.0.text");
  const long = Array.from({ length: 4 }, () => ({ role: "user", text: "x".repeat(10_000) }));
  await refused({ ...greeting, messages: long }, "body.messages");
  await assert.rejects(offer(endpointId, { ...handbook, content: { text: mebibyte.repeat(10) } }), { status: 413 });
  const icon = { src: "http://host/icon.png" };
  await refused({ toolName: "t", functionId, icons: [icon] }, "body.icons.0.src");
  const { contentSize } = await offer(endpointId, { ...handbook, content: { text: mebibyte } });
  assert.equal(contentSize, 1_048_576);
});

test("records the digest and size of a content in the audit log, not the content", async () => {
  const endpointId = await newEndpoint();
  const text = "A text that nobody else reads.";
  await offer(endpointId, { ...handbook, content: { text } });
  const owner = await plane.signInAs("owner");
  const { items } = await owner.listAuditEvents({ query: { action: "mcp-binding.create", limit: 1 } });
  assert.equal(items[0]?.target.name, "resource:handbook");
  const said = JSON.stringify(items[0]);
  assert.equal(said.includes(text), false);
  assert.match(said, /"contentSize":30/);
});
