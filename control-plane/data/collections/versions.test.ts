import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { Compatibility } from "@ferrule/contract/resources/data-collection.ts";
import { duringTests } from "@ferrule/kit/testing/during-tests.ts";
import { issuePaths, issuesOf, refusal } from "../../testing/refusal.ts";
import { startTestControlPlane } from "../../testing/test-control-plane.ts";
import { eventually } from "../../testing/eventually.ts";

const place = { environment: "development", tenantId: "acme" } as const;
const first = { type: "object", properties: { name: { type: "string" }, age: { type: "string" } }, required: ["name"] };
const second = {
  type: "object",
  properties: { fullName: { type: "string" }, age: { type: "integer" }, active: { type: "boolean" } },
  required: ["fullName", "active"],
  additionalProperties: false,
};
const mapping = [
  { rename: { from: "name", to: "fullName" } },
  { convert: { path: "age", to: "integer" as const } },
  { default: { path: "active", value: true } },
];

const plane = duringTests(startTestControlPlane);
const client = duringTests(() => plane.signInAs("owner"));

/** What this process, the control plane included, has computed since then, in milliseconds. */
const processorMsSince = (began: NodeJS.CpuUsage) => {
  const { user, system } = process.cpuUsage(began);
  return (user + system) / 1_000;
};

async function people(name: string, ages: string[]): Promise<string> {
  const { id } = await client.createDataCollection({ body: { name, schema: first, indexes: ["age"] } });
  for (const [at, age] of ages.entries()) {
    const body = { ...place, tenantId: `t${at % 2}`, id: `p${at}`, data: { name: `P ${at}`, age } };
    await client.createRecord({ params: { collectionId: id }, body });
  }
  return id;
}

const verdictOf = async (run: () => Promise<unknown>): Promise<Compatibility> => {
  const { code, details } = await refusal(run());
  assert.equal(code, "INCOMPATIBLE_SCHEMA");
  return details?.["compatibility"] as Compatibility;
};

describe("a new version of a schema", () => {
  test("is refused with the count and samples of the records that it would not fit, and nothing is stored", async () => {
    const collectionId = await people("refused", ["1", "two", "3"]);
    const params = { collectionId };
    const plain = await verdictOf(() => client.createDataCollectionVersion({ params, body: { schema: second } }));
    assert.deepEqual([plain.compatible, plain.checked, plain.failing, plain.samples.length], [false, 3, 3, 3]);
    const mapped = await verdictOf(() =>
      client.createDataCollectionVersion({ params, body: { schema: second, mapping } }),
    );
    assert.deepEqual([mapped.checked, mapped.failing], [3, 1]);
    assert.deepEqual(mapped.samples[0], {
      recordId: "p1",
      environment: "development",
      tenantId: "t1",
      path: "data.age",
      message: "must be an integer",
    });
    const after = await client.getDataCollection({ params });
    assert.deepEqual([after.activeVersions.development, after.versions.length], [1, 1]);
  });

  test("with a mapping is read at once, and records are rewritten in the background, their revisions kept", async () => {
    const collectionId = await people("mapped", ["1", "20", "300"]);
    const params = { collectionId };
    const made = await client.createDataCollectionVersion({ params, body: { schema: second, mapping } });
    assert.deepEqual([made.version, made.compatibility.checked, made.compatibility.failing], [2, 3, 0]);
    const query = { ...place, tenantId: "t0" };
    const read = await client.getRecord({ params: { collectionId, recordId: "p0" }, query });
    assert.deepEqual([read.data, read.version, read.revision], [{ fullName: "P 0", age: 1, active: true }, 2, 1]);
    const done = await eventually(async () => {
      const { migrations } = await client.getDataCollection({ params });
      return migrations.development?.status === "finished" ? migrations.development : undefined;
    });
    assert.deepEqual(done, { version: 2, status: "finished", migrated: 3, failed: 0 });
    // The stored value is what the index holds: a number by now.
    const { items } = await client.queryRecords({ params, body: { ...query, where: { age: { gt: 1 } } } });
    assert.deepEqual(
      items.map(({ id, revision }) => [id, revision]),
      [["p2", 1]],
    );
    const changed = { ...query, data: { fullName: "Q", active: false }, revision: 1 };
    assert.equal((await client.replaceRecord({ params: { collectionId, recordId: "p0" }, body: changed })).revision, 2);
  });

  test("is looked at beforehand with the verdict it would get, and nothing is stored", async () => {
    const params = { collectionId: await people("previewed", ["1", "two", "3"]) };
    const verdict = await client.previewDataCollectionVersion({ params, body: { schema: second, mapping } });
    assert.deepEqual([verdict.compatible, verdict.checked, verdict.failing], [false, 3, 1]);
    assert.equal(verdict.samples[0]?.recordId, "p1");
    const fits = await client.previewDataCollectionVersion({ params, body: { schema: first } });
    assert.deepEqual([fits.compatible, fits.checked, fits.failing], [true, 3, 0]);
    assert.equal((await client.getDataCollection({ params })).versions.length, 1);
  });

  test("that every record fits needs no mapping", async () => {
    const collectionId = await people("fits", ["1"]);
    const schema = { ...first, properties: { ...first.properties, email: { type: "string" } } };
    const made = await client.createDataCollectionVersion({ params: { collectionId }, body: { schema } });
    assert.deepEqual([made.version, made.compatibility.compatible], [2, true]);
    const { versions, activeVersions } = await client.getDataCollection({ params: { collectionId } });
    assert.deepEqual(
      [versions.map(({ version }) => version), activeVersions],
      [[2, 1], { development: 2, production: null }],
    );
  });

  test("is held to what checking by it may cost", async () => {
    const bad: [object, string][] = [
      [{ type: "array" }, "body.schema.type"],
      [{ type: "object", properties: { a: { type: "nope" } } }, "body.schema.properties.a.type"],
      [{ type: "object", properties: { a: { pattern: "(?=x)" } } }, "body.schema.properties.a.pattern"],
      [{ type: "object", properties: { a: { pattern: "(a)\\1" } } }, "body.schema.properties.a.pattern"],
      [{ type: "object", patternProperties: { "(?=x)": {} } }, "body.schema.patternProperties.(?=x)"],
      [
        { type: "object", properties: { a: { pattern: "^(?:a{0,1000}b{0,1000})$" } } },
        "body.schema.properties.a.pattern",
      ],
      [
        { type: "object", properties: { a: { pattern: "^a+b+a$", maxLength: 5_000_000 } } },
        "body.schema.properties.a.pattern",
      ],
      [{ type: "object", properties: { a: { $ref: "#/$defs/none" } } }, "body.schema.properties.a.$ref"],
      [{ type: "object", properties: { a: { $ref: "https://x.example" } } }, "body.schema.properties.a.$ref"],
      [{ type: "object", allOf: [{ $ref: "#" }] }, "body.schema"],
      [{ type: "object", properties: { a: { uniqueItems: true } } }, "body.schema.properties.a.uniqueItems"],
      [{ $schema: "http://json-schema.org/draft-07/schema#", type: "object" }, "body.schema.$schema"],
    ];
    for (const [schema, path] of bad) {
      const paths = await issuePaths(client.createDataCollection({ body: { name: "bad", schema: schema as never } }));
      assert.ok(paths.includes(path), JSON.stringify([schema, paths]));
    }
  });
});

describe("a mapping", () => {
  const numbers = { type: "object", properties: { lines: { type: "array" } } };
  const given = { lines: [1, 2], text: 'a "b"' };
  const make = async (name: string, data: object) => {
    const { id } = await client.createDataCollection({ body: { name, schema: numbers } });
    await client.createRecord({ params: { collectionId: id }, body: { ...place, id: "r1", data: data as never } });
    return id;
  };
  const read = async (collectionId: string) =>
    (await client.getRecord({ params: { collectionId, recordId: "r1" }, query: place })).data;

  test("writes into an array at its items and behind the last, and makes no holes", async () => {
    const collectionId = await make("holes", given);
    const mapping = [
      { set: { path: "lines.89000000", value: 1 } },
      { set: { path: "lines.length", value: 89_000_000 } },
      { set: { path: "lines.4294967294", value: 1 } },
      { set: { path: "lines.name", value: 1 } },
      { rename: { from: "lines.length", to: "count" } },
      { set: { path: "lines.2", value: 3 } },
    ];
    const schema = { ...numbers, properties: { lines: { type: "array", items: { type: "number" } } } };
    const params = { collectionId };
    const preview = await client.previewDataCollectionVersion({ params, body: { schema, mapping } });
    assert.deepEqual([preview.compatible, preview.failing], [true, 0]);
    await client.createDataCollectionVersion({ params, body: { schema, mapping } });
    assert.deepEqual(await read(collectionId), { ...given, lines: [1, 2, 3] });
  });

  test("of texts of texts ends at the size of a record", async () => {
    const collectionId = await make("doubling", given);
    const rounds = Array.from({ length: 49 }, () => [
      { convert: { path: "text", to: "array" as const } },
      { convert: { path: "text", to: "string" as const } },
    ]).flat();
    const params = { collectionId };
    const began = process.cpuUsage();
    const preview = await client.previewDataCollectionVersion({ params, body: { schema: numbers, mapping: rounds } });
    assert.ok(processorMsSince(began) < 10_000);
    assert.equal(preview.checked, 1);
  });

  test("that makes a record larger than one may be is incompatible, by the sentence of every other way", async () => {
    const collectionId = await make("large", { lines: ["x".repeat(200_000)] });
    const mapping = [{ set: { path: "more", value: "y".repeat(100_000) } }];
    const params = { collectionId };
    const preview = await client.previewDataCollectionVersion({ params, body: { schema: numbers, mapping } });
    assert.deepEqual(preview.samples[0], {
      recordId: "r1",
      ...place,
      path: "data",
      message: "must be at most 256 KiB as JSON",
    });
    const written = await client
      .createRecord({ params, body: { ...place, data: { a: "x".repeat(300_000) } } })
      .catch((error: unknown) => error as { details: { issues: unknown } });
    assert.deepEqual("details" in written && written.details.issues, [
      { path: "body.data", message: "must be at most 256 KiB as JSON" },
    ]);
  });
});

describe("the check of data", () => {
  test("by the costliest schema that is accepted holds nobody else up", async () => {
    const pattern = "^(?:a|b)*a(?:a|b){120}$";
    const schema = { type: "object", properties: { texts: { type: "array", items: { type: "string", pattern } } } };
    const { id: collectionId } = await client.createDataCollection({ body: { name: "costly", schema } });
    let random = 1;
    const text = Array.from({ length: 2_000 }, () => ((random = (random * 48_271) % 2_147_483_647) % 2 ? "a" : "b"));
    const texts = Array.from({ length: 100 }, () => text.join(""));
    const lookMs = async () => {
      const began = performance.now();
      await client.listDataCollections();
      return performance.now() - began;
    };
    let usual = 0;
    for (let look = 0; look < 10; look += 1) usual = Math.max(usual, await lookMs());
    const writing = Promise.all(
      Array.from({ length: 8 }, () =>
        assert.rejects(client.createRecord({ params: { collectionId }, body: { ...place, data: { texts } } }), {
          status: 400,
        }),
      ),
    );
    const written = new AbortController();
    const noting = writing.finally(() => written.abort());
    let longest = 0;
    while (!written.signal.aborted) longest = Math.max(longest, await lookMs());
    await noting;
    assert.ok(longest < 2_000 + 10 * usual, `${longest} ms, and ${usual} ms without`);
  });
  test("by patterns that were never accepted is not begun, and soon refused", async () => {
    const bomb = { type: "string", pattern: `^${"a{0,1000}".repeat(90)}$` };
    const properties = Object.fromEntries(Array.from({ length: 200 }, (_, at) => [`p${at}`, bomb]));
    const began = process.cpuUsage();
    const body = { name: "bombs", schema: { type: "object", properties } };
    assert.equal((await issuesOf(client.createDataCollection({ body }))).length, 20);
    assert.ok(processorMsSince(began) < 3_000);
  });
  test("matches patterns in linear time", async () => {
    const schema = { type: "object", properties: { a: { type: "string", pattern: "^(a+)+$" } } };
    const { id: collectionId } = await client.createDataCollection({ body: { name: "linear", schema } });
    const data = { a: `${"a".repeat(50_000)}!` };
    const began = process.cpuUsage();
    await assert.rejects(client.createRecord({ params: { collectionId }, body: { ...place, data } }), { status: 400 });
    assert.ok(processorMsSince(began) < 20_000, "backtracking would not end");
  });
});
