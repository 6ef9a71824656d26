import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { approvalRule } from "@ferrule/contract/resources/approval.ts";
import { duringTests } from "@ferrule/kit/testing/during-tests.ts";
import { supportedRevisions, isEarly, modernRevision } from "../../../deployed/endpoints/bindings/revisions.ts";
import { endpointState, keyState } from "../../../testing/deployed.ts";
import { offered, offeredBehaviours, offeredFunctions, type TestResource } from "../../../testing/offered.ts";
import { bodyOf, legacy, modern, refused, resultAt, sendAt } from "../../../testing/rpc.ts";
import { outcome } from "../../../testing/stand-in.ts";
import { startTestWorker, until } from "../../../testing/test-worker.ts";

const icons = [{ src: "https://example.com/icon.png", mimeType: "image/png", sizes: ["48x48"] }];
const kept: TestResource[] = [
  {
    name: "handbook",
    uri: "docs://handbook",
    title: "The handbook",
    description: "How we work.",
    mimeType: "text/markdown",
    icons,
    audience: ["user"],
    priority: 0.5,
    content: { text: '# "Hello" – 你好\n' },
  },
  { name: "logo", uri: "docs://logo", mimeType: "image/png", content: { base64: "AAECAw==" } },
];
const made: TestResource[] = [
  { name: "order", uri: "orders://{id}", arguments: [{ name: "id", required: true }], title: "An order" },
  { name: "orders", uri: "orders://none" },
  { name: "files", uri: "docs://files/{+path}", mimeType: "text/markdown" },
  { name: "picture", uri: "docs://picture" },
  { name: "broken", uri: "docs://broken" },
  { name: "durable", uri: "docs://durable" },
];
const { endpoint, contents } = offered([...kept, ...made]);
const options = { functions: offeredFunctions, behaviours: offeredBehaviours, endpoint, contents };

/** The parts of a result that a revision adds to all, and to those that clients may keep. */
const cached = (revision: string, ttlMs: number) =>
  revision === modernRevision ? { resultType: "complete", ttlMs, cacheScope: "private" } : {};
const withoutMeta = ({ _meta, ...result }: Record<string, unknown>) => result;

describe("resources", () => {
  const worker = duringTests(() => startTestWorker(options));
  const read = (revision: string, uri: unknown) => sendAt(worker, revision, "resources/read", { uri });
  const contentsOf = async (uri: string, revision: string = modernRevision) =>
    (await resultAt(worker, revision, "resources/read", { uri }))["contents"];

  for (const revision of supportedRevisions) {
    const titled = !isEarly(revision);
    const hasIcons = titled && revision !== "2025-06-18";

    test(`resources.list: what ${revision} has of a resource, sorted by name`, async () => {
      const result = await resultAt(worker, revision, "resources/list");
      const { resources, ...others } = withoutMeta(result) as { resources: { name: string }[] };
      assert.deepEqual(others, cached(revision, 5_000));
      assert.deepEqual(
        resources.map(({ name }) => name),
        ["broken", "durable", "handbook", "logo", "orders", "picture"],
      );
      assert.deepEqual(resources[2], {
        uri: "docs://handbook",
        name: "handbook",
        ...(titled ? { title: "The handbook" } : {}),
        ...(hasIcons ? { icons } : {}),
        description: "How we work.",
        mimeType: "text/markdown",
        size: Buffer.byteLength('# "Hello" – 你好\n'),
        annotations: { audience: ["user"], priority: 0.5 },
      });
    });
    test(`resources.templates.list: what ${revision} has of a template`, async () => {
      const result = await resultAt(worker, revision, "resources/templates/list");
      assert.deepEqual(withoutMeta(result), {
        ...cached(revision, 5_000),
        resourceTemplates: [
          { uriTemplate: "docs://files/{+path}", name: "files", mimeType: "text/markdown" },
          { uriTemplate: "orders://{id}", name: "order", ...(titled ? { title: "An order" } : {}) },
        ],
      });
    });
    test(`resources.read: a kept text and kept bytes at ${revision}, without a Function`, async () => {
      const before = worker.calls.length;
      for (let times = 0; times < 2; times += 1) {
        const result = await resultAt(worker, revision, "resources/read", { uri: "docs://handbook" });
        assert.deepEqual(withoutMeta(result), {
          ...cached(revision, 5_000),
          contents: [{ uri: "docs://handbook", mimeType: "text/markdown", text: '# "Hello" – 你好\n' }],
        });
      }
      assert.deepEqual(await contentsOf("docs://logo", revision), [
        { uri: "docs://logo", mimeType: "image/png", blob: "AAECAw==" },
      ]);
      assert.equal(worker.calls.length, before);
    });
    test(`resources.read: a Function's contents at ${revision}, with the values of its template`, async () => {
      const result = await resultAt(worker, revision, "resources/read", { uri: "orders://7" });
      assert.deepEqual(withoutMeta(result), {
        ...cached(revision, 0),
        contents: [{ uri: "orders://7", mimeType: "application/json", text: '{"id":7,"uri":"orders://7"}' }],
      });
    });
    test(`resources.not-found: the code of ${revision}, with the URI`, async () => {
      const code = revision === modernRevision ? -32602 : -32002;
      for (const uri of ["docs://nothing", "orders://404", "orders://none", "orders://7/items"]) {
        const { error } = await refused(await read(revision, uri), 200, code);
        assert.deepEqual([error?.message, error?.data["uri"]], ["Resource not found", uri]);
      }
    });
    test(`resources.capability: ${revision} declares resources, and no tools where there are none`, async () => {
      const asked = revision === modernRevision ? "server/discover" : "initialize";
      const { capabilities } = (await resultAt(worker, revision, asked, { protocolVersion: revision })) as {
        capabilities: object;
      };
      const told = revision === modernRevision ? { listChanged: true, subscribe: true } : {};
      assert.deepEqual(capabilities, { resources: told });
    });
    test(`resources.read: -32602 for what is no URI at ${revision}`, async () => {
      for (const uri of [undefined, 5, "", "docs://a b", "docs://\u0000", "docs://é", `docs://${"a".repeat(2_000)}`]) {
        const isModern = revision === modernRevision;
        const [message] = isModern ? modern("resources/read", { uri }) : [legacy("resources/read", { uri })];
        const headers = isModern ? namedAs(uri) : { "mcp-protocol-version": revision };
        await refused(await worker.post(message, headers), 200, -32602);
      }
    });
  }

  /** The headers of a modern request whose URI a header could not hold as it is. */
  const namedAs = (uri: unknown) => ({
    "mcp-protocol-version": modernRevision,
    "mcp-method": "resources/read",
    ...(typeof uri === "string" ? { "mcp-name": `=?base64?${Buffer.from(uri).toString("base64")}?=` } : {}),
  });

  test("resources.name: Mcp-Name mirrors the URI at 2026-07-28", async () => {
    const [message, headers] = modern("resources/read", { uri: "docs://handbook" });
    await refused(await worker.post(message, { ...headers, "mcp-name": undefined }), 400, -32020);
    await refused(await worker.post(message, { ...headers, "mcp-name": "docs://logo" }), 400, -32020);
    assert.equal((await worker.post(message, headers)).status, 200);
  });

  test("a Function may return several contents, with types and URIs of their own", async () => {
    assert.deepEqual(await contentsOf("docs://files/a/b.md"), [
      { uri: "docs://files/a/b.md", mimeType: "text/markdown", text: "# a/b.md" },
      { uri: "docs://files/other", mimeType: "text/html", text: "<p>" },
      { uri: "docs://files/a/b.md", mimeType: "image/png", blob: "AAEC" },
    ]);
    assert.deepEqual(await contentsOf("docs://picture"), [
      { uri: "docs://picture", mimeType: "image/png", blob: "aGk=" },
    ]);
  });

  test("traversal, control characters and bad encodings lead to no Function", async () => {
    const before = worker.calls.length;
    const bad = ["../x", "a/../../x", "%2e%2e/x", "a%5c..%5cx", "a%00b", "a%0ab", "%ff", "%", "%252e%252e/x"];
    for (const path of bad) await refused(await read("2025-11-25", `docs://files/${path}`), 200, -32002);
    assert.equal(worker.calls.length, before);
  });

  test("values that the Function's schema refuses are -32602, with what is wrong", async () => {
    for (const revision of supportedRevisions) {
      const { error } = await refused(await read(revision, "orders://seven"), 200, -32602);
      assert.match(error?.message ?? "", /id: must be/);
    }
  });

  test("contents that MCP does not have are the Function's failure, in its record too", async () => {
    const { error } = await refused(await read("2025-11-25", "docs://broken"), 200, -32603);
    assert.equal(error?.data["code"], "OUTPUT_INVALID");
    const { status, error: recorded } = worker.records.at(-1)!;
    assert.deepEqual([status, recorded?.code], ["failed", "OUTPUT_INVALID"]);
    assert.match(recorded?.message ?? "", /base64/);
  });

  test("what needs a run or an approval is refused clearly, and does not run", async () => {
    const before = worker.calls.length;
    const { error } = await refused(await read(modernRevision, "docs://durable"), 200, -32603);
    assert.match(error?.message ?? "", /resource:durable runs a durable Function/);
    const rule = approvalRule.parse({ names: ["resource:order"], by: { roles: ["owner"] } });
    worker.feed.say(endpointState("mcp", {}, { approvals: [rule] }));
    await until("the rule is known", async () => {
      const body = await bodyOf(await read(modernRevision, "orders://7"));
      return /needs the approval of a person/.test(body.error?.message ?? "");
    });
    worker.feed.say(endpointState("mcp"));
    await until(
      "the rule is gone",
      async () => (await bodyOf(await read(modernRevision, "orders://7"))).error === undefined,
    );
    assert.ok(worker.calls.length > before);
  });

  test("every read is an execution; one of a kept text ran no Function", async () => {
    worker.records.length = 0;
    await read("2025-11-25", "docs://handbook");
    await read("2025-11-25", "orders://7");
    await read("2025-11-25", "docs://nothing");
    const seen = worker.records.map((one) => [one.status, one.functionId, one.bindingId, one.input, one.uri]);
    assert.deepEqual(seen, [
      ["succeeded", null, "mcb_resource_handbook", {}, "docs://handbook"],
      ["succeeded", "fn_order", "mcb_resource_order", { id: 7 }, "orders://7"],
      ["rejected", null, null, {}, "docs://nothing"],
    ]);
    assert.ok(worker.records.every(({ mcpKind }) => mcpKind === "resource"));
    assert.doesNotMatch(JSON.stringify(worker.records[0]), /Hello/);
  });

  test("an execution shows no URI that holds a value which the schema hides", async () => {
    const inputSchema = { type: "object", properties: { token: { type: "string", "x-sensitive": true } } };
    const given = offered([{ name: "secret", uri: "secret://{token}" }]);
    const functions = [{ name: "secret", code: "secret", inputSchema }];
    await using one = await startTestWorker({ functions, behaviours: { secret: () => "text" }, ...given });
    await resultAt(one, modernRevision, "resources/read", { uri: "secret://hunter2" });
    const [record] = one.records;
    assert.equal(record?.status, "succeeded");
    assert.doesNotMatch(JSON.stringify(record), /hunter2/);
  });

  test("a key lists, reads and is told of only what its scopes name", async () => {
    await using scoped = await startTestWorker(options);
    const names = async () => {
      const body = await bodyOf(await sendAt(scoped, "2025-11-25", "resources/list"));
      return (body.result?.["resources"] as { name: string }[] | undefined)?.map(({ name }) => name).join();
    };
    scoped.feed.say(keyState("mcp", { scopes: ["resource:logo", "handbook", "prompt:handbook"] }));
    await until("the scopes are live", async () => (await names()) === "logo");
    await refused(await sendAt(scoped, "2025-11-25", "resources/read", { uri: "docs://handbook" }), 200, -32002);
    await refused(await sendAt(scoped, "2025-11-25", "resources/read", { uri: "orders://7" }), 200, -32002);
    await resultAt(scoped, "2025-11-25", "resources/read", { uri: "docs://logo" });
    scoped.feed.say(keyState("mcp", { scopes: ["handbook"] }));
    await until("there is nothing left", async () => (await names()) === undefined);
    for (const method of ["resources/list", "resources/templates/list", "resources/read"]) {
      await refused(await sendAt(scoped, "2025-11-25", method, { uri: "docs://logo" }), 200, -32601);
      await refused(await sendAt(scoped, modernRevision, method, { uri: "docs://logo" }), 404, -32601);
    }
    const { capabilities } = await resultAt(scoped, modernRevision, "server/discover");
    assert.deepEqual(capabilities, {});
  });

  test("resources.pages: 450 resources in pages of 200, and -32602 for a foreign cursor", async () => {
    const many = Array.from({ length: 450 }, (_, at) => ({
      name: `r${String(at).padStart(3, "0")}`,
      uri: `docs://r/${at}`,
      content: { text: "same" },
    }));
    await using large = await startTestWorker({ functions: [], ...offered(many) });
    const names: string[] = [];
    let cursor: unknown;
    do {
      const page = await resultAt(large, modernRevision, "resources/list", cursor === undefined ? {} : { cursor });
      const { resources, nextCursor } = page as { resources: { name: string }[]; nextCursor?: string };
      assert.deepEqual([page["cacheScope"], page["ttlMs"]], ["private", 5_000], "the same on each page");
      assert.ok(resources.length <= 200);
      names.push(...resources.map(({ name }) => name));
      cursor = nextCursor;
    } while (cursor !== undefined);
    assert.deepEqual(
      names,
      many.map(({ name }) => name),
    );
    for (const wrong of ["x", "", 5, Buffer.from("after:\u0000").toString("base64url")])
      await refused(await sendAt(large, modernRevision, "resources/list", { cursor: wrong }), 200, -32602);
  });

  test("a Function that returns more than it may is refused with one error, and the worker goes on", async () => {
    const large = () => outcome({ kind: "terminated", reason: "output", message: "too large" });
    const given = { functions: [{ name: "big", code: "big" }], ...offered([{ name: "big", uri: "docs://big" }]) };
    await using one = await startTestWorker({ ...given, behaviours: { big: large } });
    const { error } = await refused(
      await sendAt(one, modernRevision, "resources/read", { uri: "docs://big" }),
      200,
      -32603,
    );
    assert.equal(error?.data["code"], "FUNCTION_OUTPUT_TOO_LARGE");
  });
});
