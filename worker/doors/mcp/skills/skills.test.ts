import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { describe, test } from "node:test";
import { duringTests } from "@ferrule/kit/testing/during-tests.ts";
import { legacyRevisions, modernRevision } from "../../../deployed/endpoints/bindings/revisions.ts";
import { keyState } from "../../../testing/deployed.ts";
import { offered, type TestResource } from "../../../testing/offered.ts";
import { bodyOf, refused, resultAt, sendAt } from "../../../testing/rpc.ts";
import { startTestWorker, until } from "../../../testing/test-worker.ts";

const main = (name: string, rest = "") =>
  `---\nname: ${name}\ndescription: Handles ${name}.\n${rest}---\n\n# ${name}\n`;
const file = (name: string, uri: string, text: string, mimeType = "text/markdown"): TestResource => ({
  name,
  uri,
  mimeType,
  content: { text },
});
const refunds = main("refunds", 'license: Apache-2.0\nmetadata:\n  version: "2.1.0"\n  since: 2026-01-02\n');
const resources: TestResource[] = [
  file("refunds", "skill://acme/refunds/SKILL.md", refunds),
  file("refunds.email", "skill://acme/refunds/templates/email.md", "Dear customer"),
  file("refunds.eu", "skill://acme/refunds/templates/eu/email.md", "Sehr geehrte"),
  { name: "refunds.logo", uri: "skill://acme/refunds/logo.png", mimeType: "image/png", content: { base64: "AAEC" } },
  file("nested", "skill://acme/refunds/nested/SKILL.md", main("nested").replaceAll("\n", "\r\n")),
  file("daily", "skill://daily/SKILL.md", main("daily")),
  { name: "live", uri: "skill://daily/today.md" },
  file("wrong.name", "skill://other/SKILL.md", main("another")),
  file("wrong.start", "skill://plain/SKILL.md", "# No frontmatter\n"),
  file("wrong.yaml", "skill://yaml/SKILL.md", "---\nname: yaml\ndescription: [\n---\n"),
  file("wrong.case", "skill://Upper/SKILL.md", main("Upper")),
  file("wrong.bomb", "skill://bomb/SKILL.md", main("bomb", bomb())),
  file("handbook", "docs://handbook", "# Handbook"),
];

/** YAML whose aliases would expand to billions of values. */
function bomb(): string {
  const levels = Array.from({ length: 12 }, (_, at) => `a${at + 1}: &a${at + 1} [${`*a${at},`.repeat(9)}*a${at}]`);
  return `a0: &a0 [x]\n${levels.join("\n")}\n`;
}

const functions = [{ name: "live", code: "live", tool: { enabled: false } }];
const sha = (bytes: string | Buffer) => `sha256:${createHash("sha256").update(bytes).digest("hex")}`;
const withoutMeta = ({ _meta, ...result }: Record<string, unknown>) => result;
const cached = { resultType: "complete", ttlMs: 5_000, cacheScope: "private" };

describe("skills", () => {
  const worker = duringTests(() => startTestWorker({ functions, ...offered(resources) }));
  const ask = (method: string, params: Record<string, unknown> = {}) => sendAt(worker, modernRevision, method, params);
  const result = async (method: string, params: Record<string, unknown> = {}) =>
    withoutMeta(await resultAt(worker, modernRevision, method, params));
  const filesOf = (...names: string[]) =>
    resources
      .filter(({ name }) => names.includes(name))
      .sort((a, b) => (a.name < b.name ? -1 : 1))
      .map(({ uri, content }) => {
        const bytes = "text" in content! ? Buffer.from(content.text) : Buffer.from(content!.base64, "base64");
        return { uri, digest: sha(bytes), size: bytes.length };
      });
  const entry = {
    uri: "skill://acme/refunds/SKILL.md",
    frontmatter: {
      name: "refunds",
      description: "Handles refunds.",
      license: "Apache-2.0",
      metadata: { version: "2.1.0", since: "2026-01-02" },
    },
    resources: filesOf("refunds", "refunds.email", "refunds.eu", "refunds.logo", "nested"),
  };
  const nested = {
    uri: "skill://acme/refunds/nested/SKILL.md",
    frontmatter: { name: "nested", description: "Handles nested." },
    resources: filesOf("nested"),
  };

  test("skills.list: whole frontmatters and every file with its digest; what hosts could not load is no skill", async () => {
    assert.deepEqual(await result("skills/list"), {
      ...cached,
      skills: [
        {
          uri: "skill://daily/SKILL.md",
          frontmatter: { name: "daily", description: "Handles daily." },
          resources: "dynamic",
        },
        nested,
        entry,
      ],
    });
  });
  test("skills.get: the same entry by its URI, and -32602 for what is no skill", async () => {
    assert.deepEqual(await result("skills/get", { uri: entry.uri }), { ...cached, skill: entry });
    const uris = ["skill://nobody/SKILL.md", "skill://other/SKILL.md", "skill://bomb/SKILL.md", "docs://handbook", 5];
    for (const uri of uris) await refused(await ask("skills/get", { uri }), 200, -32602);
  });
  test("skills.read: files are resources, whose bytes have the digest of the entry", async () => {
    for (const { uri, digest, size } of entry.resources) {
      const [content] = (await result("resources/read", { uri }))["contents"] as { text?: string; blob?: string }[];
      const bytes = content?.text === undefined ? Buffer.from(content!.blob!, "base64") : Buffer.from(content.text);
      assert.deepEqual([sha(bytes), bytes.length], [digest, size]);
    }
  });
  test("skills.directory: the direct children of a directory of a skill, and -32602 for anything else", async () => {
    const names = async (uri: string) =>
      ((await result("resources/directory/read", { uri }))["resources"] as { name: string; mimeType: string }[]).map(
        ({ name, mimeType }) => `${name} ${mimeType}`,
      );
    assert.deepEqual(await names("skill://acme/refunds"), [
      "nested inode/directory",
      "refunds text/markdown",
      "templates inode/directory",
      "refunds.logo image/png",
    ]);
    assert.deepEqual(await names("skill://acme/refunds/templates"), [
      "refunds.email text/markdown",
      "eu inode/directory",
    ]);
    const wrong = ["skill://acme", "skill://acme/refunds/", "skill://acme/refunds/SKILL.md", "docs:", "skill:/", 5];
    for (const uri of wrong) await refused(await ask("resources/directory/read", { uri }), 200, -32602);
    const cursor = "bm90IGEgY3Vyc29y";
    await refused(await ask("resources/directory/read", { uri: "skill://acme/refunds", cursor }), 200, -32602);
  });
  test("skills.capability: the extension is declared at 2026-07-28 only, and only there are its methods", async () => {
    const { capabilities } = await result("server/discover");
    assert.deepEqual(capabilities, {
      resources: { listChanged: true, subscribe: true },
      extensions: { "io.modelcontextprotocol/skills": { directoryRead: true } },
    });
    for (const revision of legacyRevisions) {
      await refused(await sendAt(worker, revision, "skills/list"), 200, -32601);
      const initialized = await resultAt(worker, revision, "initialize", { protocolVersion: revision });
      assert.deepEqual(initialized["capabilities"], { resources: {} });
    }
  });
  test("a key sees the skills, and the files of skills, that its scopes name; without one, there is no extension", async () => {
    await using scoped = await startTestWorker({ functions, ...offered(resources) });
    const listed = async () => {
      const { result: body } = await bodyOf(await sendAt(scoped, modernRevision, "skills/list"));
      const skills = body?.["skills"] as unknown as { uri: string; resources: unknown[] }[] | undefined;
      return skills?.map(({ uri, resources: files }) => `${uri} ${files.length}`).join();
    };
    scoped.feed.say(keyState("mcp", { scopes: ["resource:refunds", "resource:refunds.logo"] }));
    await until("the scopes are live", async () => (await listed()) === "skill://acme/refunds/SKILL.md 2");
    scoped.feed.say(keyState("mcp", { scopes: ["resource:handbook"] }));
    await until("there is no skill", async () => (await listed()) === undefined);
    await refused(await sendAt(scoped, modernRevision, "skills/list"), 404, -32601);
  });
});
