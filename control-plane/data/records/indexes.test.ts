import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { recordQuery } from "@ferrule/contract/resources/record.ts";
import { duringTests } from "@ferrule/kit/testing/during-tests.ts";
import { sql } from "kysely";
import { startTestControlPlane } from "../../testing/test-control-plane.ts";
import { conditionsOf } from "./queries/conditions-of.ts";
import { orderToSql, termsOf } from "./queries/order.ts";
import { inRecords } from "./queries/record-scope.ts";

const place = { environment: "development", tenantId: "acme" } as const;
const indexes = ["status", "customer.age"];
const plane = duringTests(startTestControlPlane);
let projectId: string;
let collectionId: string;

before(async () => {
  ({ id: projectId } = await plane.createProject());
  const client = await plane.signInAs("owner", projectId);
  const body = { name: "orders", schema: { type: "object" }, indexes };
  ({ id: collectionId } = await client.createDataCollection({ body }));
  await plane.app.store.inInstallation(async ({ tx }) => {
    await sql`insert into records (project_id, collection_id, environment, tenant_id, id, version, data, key_1, key_2, created_at)
      select ${projectId}, ${collectionId}, 'development', 'acme', 'rec_' || lpad(n::text, 8, '0'), 1, data,
        ferrule_sort_key(data #> '{status}'), ferrule_sort_key(data #> '{customer,age}'), now() - n * interval '1 second'
      from (select n, jsonb_build_object('status', 's' || n % 500, 'customer', jsonb_build_object('age', n)) as data
        from generate_series(1, 20000) as n) as made`.execute(tx);
  });
  await plane.app.store.inInstallation(({ tx }) => sql`analyze records`.execute(tx));
});

interface Node {
  "Node Type": string;
  "Index Name"?: string;
  "Index Cond"?: string;
  "Shared Hit Blocks": number;
  "Shared Read Blocks": number;
  Plans?: Node[];
}

const nodesOf = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

/** The plan of a page, made as the role that reads pages. */
async function planOf(given: object, from: string[] | null = null): Promise<Node[]> {
  const { where = {}, orderBy } = recordQuery.parse(given);
  const collection = { indexes, uniqueKeys: [] };
  const terms = termsOf(collection, orderBy, where);
  return plane.app.store.inProject(projectId, (scope) =>
    inRecords(scope, { collectionId, ...place }, async ({ tx }) => {
      const { rows } = await sql<{
        "QUERY PLAN": [{ Plan: Node }];
      }>`explain (format json, analyze, buffers) select id, data from records
        where project_id = ${projectId} and collection_id = ${collectionId} and environment = ${place.environment}
          and tenant_id = ${place.tenantId} and (expires_at is null or expires_at > now())
          and ${conditionsOf(collection, terms, { where, from }, "where")}
        order by ${orderToSql(terms)} limit 51`.execute(tx);
      const [plan] = Object.values(rows[0] ?? {}) as [[{ Plan: Node }]];
      return nodesOf(plan[0].Plan);
    }),
  );
}

async function usesIndex(name: string, column: string, given: object, from: string[] | null = null): Promise<void> {
  const nodes = await planOf(given, from);
  const scan = nodes.find((node) => node["Index Name"] === name);
  assert.ok(scan, JSON.stringify(nodes));
  if (column !== "") assert.match(scan["Index Cond"] ?? "", new RegExp(column), JSON.stringify(nodes));
}

describe("with row-level security on, an index of a field", () => {
  test("answers equality, ranges, beginnings and lists by an index condition", async () => {
    await usesIndex("records_key_1", "key_1", { where: { status: "s7" } });
    await usesIndex("records_key_1", "key_1", {
      where: { status: { in: ["s7", "s8"] } },
      orderBy: [{ field: "status" }],
    });
    await usesIndex("records_key_1", "key_1", {
      where: { status: { startsWith: "s49" } },
      orderBy: [{ field: "status" }],
    });
    await usesIndex("records_key_2", "key_2", {
      where: { "customer.age": { gt: 19_900 } },
      orderBy: [{ field: "customer.age" }],
    });
  });

  test("gives the order, so that page 1,000 costs what page 1 does", async () => {
    for (const direction of ["asc", "desc"] as const) {
      const given = { orderBy: [{ field: "customer.age", direction }] };
      const first = await planOf(given);
      assert.ok(!first.some((node) => node["Node Type"].includes("Sort")), JSON.stringify(first));
      await usesIndex("records_key_2", "", given);
      await usesIndex("records_key_2", "key_2", given, ["3c0c3880000000000", "rec_00010000"]);
    }
    await usesIndex("records_created", "created_at", {}, ["2026-01-01T00:00:00.000Z", "rec_00010000"]);
    const newest = await planOf({});
    assert.ok(!newest.some((node) => node["Node Type"].includes("Sort")), JSON.stringify(newest));
  });
});

/** A page may read its own records, each in a block of its own at worst, and the index pages above; no more. */
async function readsLittle(given: object, from: string[]): Promise<void> {
  const [top] = await planOf(given, from);
  assert.ok(
    top !== undefined && top["Shared Hit Blocks"] + top["Shared Read Blocks"] < 70,
    JSON.stringify([given, top]),
  );
}

test("a page begins to read where it begins, whatever range or value the condition leaves to the field", async () => {
  const middle = ["3c0c3880000000000", "rec_00010000"];
  const age = "customer.age";
  for (const direction of ["asc", "desc"] as const) {
    for (const range of [{ gt: 5 }, { gte: 5, lt: 19_995 }, { lte: 19_995 }]) {
      await readsLittle({ where: { [age]: range }, orderBy: [{ field: age, direction }] }, middle);
    }
    await readsLittle({ where: { status: { startsWith: "s" } }, orderBy: [{ field: "status", direction }] }, [
      "4s300",
      "rec_00010300",
    ]);
  }
  const tenThousand = new Date(Date.now() - 10_000_000).toISOString();
  await readsLittle({ where: { createdAt: { lt: new Date().toISOString() } } }, [tenThousand, "rec_00010000"]);
  await plane.app.store.inInstallation(async ({ tx }) => {
    await sql`insert into records (project_id, collection_id, environment, tenant_id, id, version, data, key_1)
      select ${projectId}, ${collectionId}, 'development', 'acme', 'same_' || lpad(n::text, 8, '0'), 1, data,
        ferrule_sort_key(data -> 'status')
      from (select n, '{"status":"same"}'::jsonb as data from generate_series(1, 20000) as n) as made`.execute(tx);
    await sql`analyze records`.execute(tx);
  });
  for (const status of ["same", { eq: "same" }]) {
    for (const direction of ["asc", "desc"] as const) {
      // By id only: a value that all records share is not part of the order.
      await readsLittle({ where: { status }, orderBy: [{ field: "status", direction }] }, ["same_00010000"]);
    }
  }
});

test("sort keys sort as JSON values do: missing, null, booleans, numbers, texts", async () => {
  const values = [
    "null",
    "false",
    "true",
    "-1e300",
    "-2",
    "-1.5",
    "-0.0",
    "1e-300",
    "0.5",
    "1",
    "2",
    "10",
    "9007199254740993",
    "1e300",
  ];
  const texts = ['""', '"A"', '"a"', '"ab"', '"b"', '"é"'];
  const { rows } = await plane.app.store.inInstallation(({ tx }) =>
    sql<{ value: string; same: boolean }>`
      select value, ferrule_sort_key('-0'::jsonb) = ferrule_sort_key('0'::jsonb) as same
      from unnest(${[...texts, ...values].toReversed()}::text[]) as value
      order by ferrule_sort_key(value::jsonb) collate "C"`.execute(tx),
  );
  assert.deepEqual(
    rows.map(({ value }) => value),
    [...values, ...texts],
  );
  assert.ok(rows.every(({ same }) => same));
});
