import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { Client } from "@ferrule/contract/client.ts";
import type { GivenProjectSource } from "@ferrule/contract/resources/project-source.ts";
import { standInForCollections } from "@ferrule/worker/running/sandbox/guest/tests/stand/collections.ts";
import { openProject } from "../deploy.ts";
import { shareTestPlatform, type TestPlatform } from "../platform.ts";

const greet = `import { exclaim } from "lib/texts";
/** Greets. */
export default (input: { name: string }): { text: string } => ({ text: exclaim("Hello " + input.name) });`;
const tests = `import { call, describe, expect, test } from "ferrule/test";
describe("greet", () => {
  test("greets", async () => { expect((await call({ name: "Ada" })).output).toEqual({ text: "Hello Ada!" }); });
  test("refuses", async () => { expect((await call({})).status).toBe("rejected"); });
  test("is wrong", async () => {
    expect((await call({ name: "Bob" })).output).toEqual({ text: "Hello Ada!" });
  });
  test.skip("later");
});`;

const sourceOf = (over: object = {}): GivenProjectSource => ({
  apiVersion: "ferrule/v1",
  functions: [{ slug: "greet", name: "Greet", source: greet, tests, ...over }],
  libraries: [
    {
      kind: "source",
      name: "texts",
      version: "1.0.0",
      source: "export const exclaim = (text: string) => text + '!';\n",
    },
  ],
});

describe("tests of Functions", () => {
  let platform: TestPlatform;
  let client: Client;
  let project: { id: string };

  before(async () => {
    platform = await shareTestPlatform();
    client = await platform.signInAsOwner();
    project = await openProject(client);
  });
  after(() => platform?.stop());

  test("run on a source that nobody has pushed, and change nothing", async () => {
    const { digest: before } = await client.getProjectSource({});
    const run = await client.testProjectSource({ body: { source: sourceOf(), coverage: true } });
    assert.deepEqual([run.passed, run.failed, run.skipped], [2, 1, 1]);
    const [{ slug, tests: outcomes, coverage, diagnostics, error }] = run.functions as [(typeof run.functions)[0]];
    assert.deepEqual([slug, diagnostics, error], ["greet", [], null]);
    assert.deepEqual(
      outcomes.map(({ name, status }) => [name.join(" > "), status]),
      [
        ["greet > greets", "passed"],
        ["greet > refuses", "passed"],
        ["greet > is wrong", "failed"],
        ["greet > later", "skipped"],
      ],
    );
    assert.equal(outcomes[2]?.error?.line, 6);
    assert.equal(outcomes[2]?.error?.actual, '{\n  text: "Hello Bob!",\n}');
    assert.deepEqual(coverage?.lines, { total: 1, covered: 1, uncovered: [], reached: [{ line: 3, times: 2 }] });
    assert.equal(run.libraries[0]?.name, "lib/texts");
    const { digest: after } = await client.getProjectSource({});
    assert.equal(after, before);
    const { items } = await client.listExecutions({ query: {} });
    assert.deepEqual(items, []);
  });

  test("run on the drafts, with an editor's texts and a filter, and are audited by name", async () => {
    const source = sourceOf();
    const { digest: previewDigest } = await client.previewProjectSource({ body: { source } });
    await client.applyProjectSource({ body: { source, previewDigest } });
    const saved = await client.testProjectSource({ body: { functions: ["greet"], name: "greet > greets" } });
    assert.deepEqual([saved.passed, saved.failed, saved.functions[0]?.tests.length], [1, 0, 1]);
    const edited = [
      { slug: "greet", tests: 'import { test } from "ferrule/test";\ntest("typed", () => { const n: string = 1; });' },
    ];
    const wrong = await client.testProjectSource({ body: { edited } });
    assert.deepEqual([wrong.passed, wrong.failed], [0, 1]);
    assert.equal(wrong.functions[0]?.diagnostics[0]?.code, "TS2322");
    const { items } = await client.listAuditEvents({ query: { action: "project-source.test" } });
    assert.equal(items.filter(({ target }) => target.id === project.id).length, 3);
    await assert.rejects(
      client.testProjectSource({ body: { functions: ["nobody"] } }),
      /no Function has the slug nobody|not valid/,
    );
  });

  test("in-memory collections answer queries as the database does", async () => {
    const schema = { type: "object" };
    const { id: collectionId, name } = await client.createDataCollection({ body: { name: "things", schema } });
    const place = { environment: "development", tenantId: "acme" } as const;
    let state = 7;
    const random = (most: number) => (state = (state * 48_271) % 2_147_483_647) % most;
    const values = [
      null,
      true,
      false,
      0,
      -1,
      2.5,
      10,
      "",
      "a",
      "b",
      "Ä",
      "ä",
      "\u{1f600}",
      "\uffee",
      "ab",
      [1],
      ["a", "b"],
      {},
      { x: 1 },
    ];
    const pick = () => values[random(values.length)] as never;
    const records: { id: string; createdAt: string }[] = [];
    for (let n = 0; n < 60; n += 1) {
      const data = { ...(random(4) > 0 ? { v: pick() } : {}), w: pick(), in: { n: random(5), list: [random(3), "x"] } };
      records.push(
        await client.createRecord({ params: { collectionId }, body: { ...place, id: `r${n}`, data: data as never } }),
      );
    }
    const granted = { secrets: [], hosts: [], cache: false, collections: [{ name, access: "read" }] };
    const stood = standInForCollections({ [name]: records as never }, granted, Date.now);
    const single = (value: unknown) => typeof value !== "object" || value === null;
    const condition = (): unknown => {
      const value = pick() as unknown;
      const bound = single(value) && (typeof value === "number" || typeof value === "string") ? value : 1;
      const choices = [
        single(value) ? value : { eq: value },
        { eq: value },
        { ne: value },
        { gt: bound },
        { gte: bound },
        { lt: bound },
        { lte: bound },
        { in: [pick(), pick(), value] },
        { contains: value },
        { startsWith: typeof value === "string" ? value : "a" },
        { exists: random(2) === 0 },
        { gte: -1, lt: 10 },
      ];
      return choices[random(choices.length)];
    };
    const where = (depth = 0): object => {
      const kind = depth > 2 ? 9 : random(10);
      if (kind === 0) return { or: [where(depth + 1), where(depth + 1)] };
      if (kind === 1) return { and: [where(depth + 1), where(depth + 1)] };
      if (kind === 2) return { not: where(depth + 1) };
      if (kind === 3) return { id: { startsWith: "r1" }, v: condition() };
      if (kind === 4) return { createdAt: { gte: records[random(60)]!.createdAt } };
      if (kind === 5) return { "in.n": random(5), "in.list.1": "x" };
      return kind < 8 ? { v: condition(), w: condition() } : { v: condition() };
    };
    const orders = ["v", "-v", "w", "in.n", "-in.n", "id", "-id", "-createdAt", "in.list.0", "nothing"];
    for (let n = 0; n < 300; n += 1) {
      const asked = { where: where(), limit: 1 + random(60) };
      const orderBy = Array.from({ length: random(3) }, () => orders[random(orders.length)]!);
      const given = orderBy.map((one) =>
        one.startsWith("-")
          ? { field: one.slice(1), direction: "desc" as const }
          : { field: one, direction: "asc" as const },
      );
      const real = await client.queryRecords({
        params: { collectionId },
        body: { ...place, ...asked, orderBy: given },
      });
      const made = stood.call("query", {
        collection: name,
        limit: asked.limit,
        where: asked.where as never,
        ...(orderBy.length > 0 ? { orderBy } : {}),
      }) as {
        items: { id: string }[];
        nextCursor: string | null;
      };
      const told = JSON.stringify({ ...asked, orderBy });
      assert.deepEqual(
        made.items.map(({ id }) => id),
        real.items.map(({ id }) => id),
        told,
      );
      assert.equal(made.nextCursor === null, real.nextCursor === null, told);
    }
  });
});
