import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { setTimeout as delay } from "node:timers/promises";
import type { Client } from "@ferrule/contract/client.ts";
import { startTestControlPlane, type TestControlPlane } from "../../testing/test-control-plane.ts";
import { issuePaths } from "../../testing/refusal.ts";
import { cacheWorker, home, type CacheWorker } from "./testing/cache-worker.ts";
import { sql } from "kysely";
import { openRedis } from "./redis/open-redis.ts";
import { placePrefix } from "./redis/redis-keys.ts";
import { findRedisServer, startTestRedis } from "./testing/redis-server.ts";

const redisServer = findRedisServer();
const isFull = process.env["FERRULE_TEST_LENGTH"] === "full";
const absent = "neither valkey-server nor redis-server is installed";

test(
  "the server that the cache is also tested on is there",
  { skip: isFull ? false : redisServer ? false : absent },
  () => assert.ok(redisServer !== undefined, absent),
);

for (const kind of ["the database", "Valkey or Redis"] as const) {
  if (kind === "Valkey or Redis" && redisServer === undefined) continue;
  describe(`the cache in ${kind}`, () => {
    const owned = new AsyncDisposableStack();
    let plane: TestControlPlane;
    let project: { id: string };
    let client: Client;
    let worker: CacheWorker;
    let redisUrl: string | undefined;

    before(async () => {
      const redis = kind === "the database" ? undefined : owned.use(await startTestRedis(redisServer ?? ""));
      redisUrl = redis?.url;
      plane = owned.use(await startTestControlPlane({ redisUrl }));
      project = await plane.createProject();
      client = await plane.signInAs("operator", project.id);
      worker = cacheWorker(plane, project.id);
    });
    after(() => owned.disposeAsync());

    const list = (
      over: { prefix?: string; limit?: number; cursor?: string } & Partial<typeof home> = {},
      as = client,
    ) => as.listCacheEntries({ query: { ...home, ...over } });

    /** How long the entry of preview `pvw_7` still lives. */
    async function secondsLeft(projectId: string, key: string): Promise<number> {
      if (redisUrl === undefined) {
        const { rows } = await plane.app.store.inInstallation(({ tx }) =>
          sql<{ left: number }>`select extract(epoch from expires_at - now())::float8 as left from cache_entries
            where project_id = ${projectId} and environment = 'preview:pvw_7' and tenant_id = 'acme' and key = ${key}`.execute(
            tx,
          ),
        );
        return rows[0]?.left ?? 0;
      }
      const client = await openRedis({ url: redisUrl, log: plane.app.log, name: "test" });
      const left = await client.ttl(placePrefix(projectId, { environment: "preview:pvw_7", tenantId: "acme" }) + key);
      await client[Symbol.asyncDispose]();
      return left;
    }

    /** Every key with this prefix, read over as many pages as it takes. */
    async function keysBy(prefix: string, limit: number): Promise<{ keys: string[]; pages: number }> {
      const keys: string[] = [];
      let cursor: string | undefined;
      for (let pages = 1; ; pages += 1) {
        const page = await list({ prefix, limit, ...(cursor === undefined ? {} : { cursor }) });
        assert.ok(page.items.length <= limit);
        keys.push(...page.items.map(({ key }) => key));
        if (page.nextCursor === null) return { keys, pages };
        assert.ok(pages < 1_000);
        cursor = page.nextCursor;
      }
    }

    test("clears what a tenant has in both environments, and of nobody else", async () => {
      const { cache } = plane.app;
      const gone = { tenantId: "gone*[a]" };
      for (const name of ["one", "two"]) {
        await worker.set(name, 1, gone);
        await worker.set(name, 1, { ...gone, environment: "production" });
        await worker.set(name, 1, { tenantId: "gone*[a]b" });
      }
      assert.deepEqual(
        [await cache.count(project.id, gone.tenantId, 100), await cache.count(project.id, gone.tenantId, 3)],
        [4, 3],
      );
      assert.equal(await cache.clear(project.id, gone.tenantId), 4);
      assert.deepEqual(
        [await worker.get("one", gone), await cache.count(project.id, gone.tenantId, 100)],
        [undefined, 0],
      );
      assert.equal(await cache.count(project.id, "gone*[a]b", 100), 2);
    });

    test("lists the tenants with entries in an environment, and finds them by a part of their names", async () => {
      const { id } = await plane.createProject();
      const own = cacheWorker(plane, id);
      const operator = await plane.signInAs("operator", id);
      const tenants = Array.from({ length: 60 }, (_, n) => `Shop:${String(n).padStart(2, "0")}`);
      for (const tenantId of tenants) for (const key of ["a", "b"]) await own.set(key, 1, { tenantId });
      await own.set("a", 1, { tenantId: "elsewhere", environment: "production" });
      await own.set("a", 1, { tenantId: "previewed", previewId: "pvw_7" });
      await own.set("a", 1, { tenantId: "left" });
      await own.delete("a", { tenantId: "left" });
      const find = async (limit: number, q?: string) => {
        const found = new Set<string>();
        for (let cursor: string | null | undefined; cursor !== null;) {
          const query = { environment: "development" as const, limit, ...(q && { q }), ...(cursor && { cursor }) };
          const page = await operator.listCacheTenants({ query });
          assert.ok(page.items.length <= limit);
          for (const { tenantId } of page.items) found.add(tenantId);
          cursor = page.nextCursor;
        }
        return [...found].toSorted();
      };
      assert.deepEqual(await find(200), tenants);
      assert.deepEqual(await find(7), tenants);
      assert.deepEqual(await find(7, "shop:1"), tenants.slice(10, 20));
      assert.deepEqual(await find(7, "*"), []);
      const other = await plane.signInAs("operator", project.id);
      const { items } = await other.listCacheTenants({ query: { environment: "development", q: "shop" } });
      assert.deepEqual(items, []);
    });

    test("gives back any JSON value as it was set, until it is set again or deleted", async () => {
      for (const value of [null, 0, "", "a\u0000b\ud800", [], { z: 1, a: [{ ü: "\n" }], ["__proto__"]: 1 }, 1e21]) {
        await worker.set("any", value);
        assert.deepEqual(JSON.stringify(await worker.get("any")), JSON.stringify(value));
      }
      assert.equal(await worker.get("none"), undefined);
      assert.deepEqual([await worker.delete("any"), await worker.delete("any")], [true, false]);
      assert.equal(await worker.get("any"), undefined);
    });

    test("forgets what has expired: for Functions, the list, a reveal and a deletion alike", async () => {
      await worker.set("soon", 1, { ttlSeconds: 1 });
      await worker.set("later", 1, { ttlSeconds: 600 });
      const until = Date.now() + 30_000;
      while ((await worker.get("soon")) !== undefined && Date.now() < until) await delay(50);
      assert.equal(await worker.get("soon"), undefined);
      assert.deepEqual((await keysBy("soon", 10)).keys, []);
      const gone = { status: 404, code: "NOT_FOUND" };
      await assert.rejects(client.revealCacheEntry({ body: { ...home, key: "soon" } }), gone);
      await assert.rejects(client.deleteCacheEntry({ query: { ...home, key: "soon" } }), gone);
      assert.equal(await worker.delete("soon"), false);
      assert.equal(await worker.get("later"), 1);
    });

    test("keeps apart what differs in Project, environment or tenant, however they are called", async () => {
      const other = cacheWorker(plane, (await plane.createProject()).id);
      const places = [
        [worker, { tenantId: "a" }, "b:c"],
        [worker, { tenantId: "a:b" }, "c"],
        [worker, { tenantId: "a:b:c" }, "c"],
        [worker, { tenantId: "a", environment: "production" }, "b:c"],
        [worker, { tenantId: "a%3Ab" }, "c"],
        [worker, { tenantId: "A" }, "b:c"],
        [other, { tenantId: "a" }, "b:c"],
      ] as const;
      for (const [at, [who, place, key]] of places.entries()) await who.set(key, at, place);
      for (const [at, [who, place, key]] of places.entries()) assert.equal(await who.get(key, place), at);
      const listed = await list({ tenantId: "a" });
      assert.deepEqual(
        listed.items.map(({ key, tenantId, environment }) => [key, tenantId, environment]),
        [["b:c", "a", "development"]],
      );
      assert.equal(await worker.delete("c", { tenantId: "a:b" }), true);
      for (const [at, [who, place, key]] of places.entries()) {
        assert.equal(await who.get(key, place), at === 1 ? undefined : at);
      }
      const stranger = await plane.signInAs("owner", (await plane.createProject()).id);
      assert.deepEqual(await list({ tenantId: "a" }, stranger), { items: [], nextCursor: null });
      const body = { environment: "development", tenantId: "a", key: "b:c" } as const;
      await assert.rejects(stranger.revealCacheEntry({ body }), { status: 404 });
      await assert.rejects(stranger.deleteCacheEntry({ query: body }), { status: 404 });
      assert.equal(await worker.get("b:c", { tenantId: "a" }), 0);
    });

    test("a preview has a cache of its own, which people do not list, and whose entries live for at most an hour", async () => {
      const [seven, eight] = [{ previewId: "pvw_7" }, { previewId: "pvw_8" }];
      await worker.set("plan", "development");
      await worker.set("plan", "seven", { ...seven, ttlSeconds: 2_592_000 });
      await worker.set("plan", "of a tenant", { ...seven, tenantId: "other" });
      const read = async () => [
        await worker.get("plan"),
        await worker.get("plan", seven),
        await worker.get("plan", eight),
      ];
      assert.deepEqual(await read(), ["development", "seven", undefined]);
      assert.equal(await worker.get("plan", { ...seven, tenantId: "other" }), "of a tenant");
      assert.equal(await worker.get("plan", { environment: "production" }), undefined);
      assert.deepEqual(
        (await list({ prefix: "plan" })).items.map(({ key, environment }) => [key, environment]),
        [["plan", "development"]],
      );
      const stranger = cacheWorker(plane, (await plane.createProject()).id);
      assert.equal(await stranger.get("plan", seven), undefined);
      await worker.set("short", 1, { ...seven, ttlSeconds: 1 });
      const left = await secondsLeft(project.id, "plan");
      assert.ok(left > 3_000 && left <= 3_600, `${left} seconds`);
      assert.equal(await worker.delete("plan", eight), false);
      assert.equal(await worker.delete("plan", seven), true);
      assert.deepEqual(await read(), ["development", undefined, undefined]);
      const forged = { name: "cache.get", argument: { key: "plan" }, previewId: "pvw_7:x" };
      await assert.rejects(worker.send([forged]));
    });

    test("clears what a tenant has in previews too, and counts it", async () => {
      const gone = { tenantId: "leaving*[a]:b" };
      for (const previewId of ["pvw_7", "pvw_8"]) {
        await worker.set("one", 1, { ...gone, previewId });
        await worker.set("one", 1, { tenantId: "leaving*[a]", previewId });
      }
      await worker.set("one", 1, gone);
      const { cache } = plane.app;
      assert.equal(await cache.count(project.id, gone.tenantId, 100), 3);
      assert.equal(await cache.clear(project.id, gone.tenantId), 3);
      assert.equal(await cache.count(project.id, gone.tenantId, 100), 0);
      assert.equal(await cache.count(project.id, "leaving*[a]", 100), 2);
    });

    test("lists every key once over pages of any size, by a prefix that is taken literally", async () => {
      const wanted = Array.from({ length: 24 }, (_, at) => `page*[${at}]`);
      await worker.send(
        [...wanted, "page", "pageX[1]", "page%[1]", "PAGE*[1]"].map((key) => ({
          name: "cache.set",
          argument: { key, json: "1", ttlSeconds: 600 },
        })),
      );
      for (const limit of [3, 24, 200]) {
        const { keys, pages } = await keysBy("page*", limit);
        assert.deepEqual(keys.toSorted(), wanted.toSorted(), `${limit} a page`);
        assert.ok(pages >= 24 / limit);
      }
      const [item] = (await list({ prefix: "page*[7" })).items;
      assert.ok(item);
      const leftMs = Date.parse(item.expiresAt) - Date.now();
      assert.ok(leftMs > 0 && leftMs <= 600_000, `${leftMs} ms`);
      const { expiresAt: _, ...rest } = item;
      assert.deepEqual(rest, { ...home, key: "page*[7]", functionId: worker.functionId, sizeBytes: 1 });
    });

    test("answers 400 to a cursor of another list, and to a key or prefix that no entry can have", async () => {
      await worker.set("cursor-1", 1);
      await worker.set("cursor-2", 1);
      const { nextCursor } = await list({ prefix: "cursor-", limit: 1 });
      assert.ok(nextCursor !== null);
      const elsewhere = [{ prefix: "cursor" }, { tenantId: "other" }, { environment: "production" as const }];
      for (const over of elsewhere) {
        const other = list({ prefix: "cursor-", cursor: nextCursor, ...over });
        assert.deepEqual(await issuePaths(other), ["query.cursor"]);
      }
      assert.deepEqual(await issuePaths(list({ cursor: "nonsense" })), ["query.cursor"]);
      assert.deepEqual(await issuePaths(list({ prefix: "x".repeat(257) })), ["query.prefix"]);
      for (const key of ["", "x".repeat(257), "ü".repeat(129), "a\nb", "a\u0000b"]) {
        assert.deepEqual(await issuePaths(client.revealCacheEntry({ body: { ...home, key } })), ["body.key"], key);
      }
      const longest = "ü".repeat(128);
      await worker.set(longest, 1);
      const quotes = '"'.repeat(256);
      await worker.set(quotes, 1);
      assert.equal(await worker.get(longest), 1);
      assert.deepEqual((await keysBy('"', 1)).keys, [quotes]);
    });

    test("a batch is answered call by call, in their order, and what is wrong with one is no other's matter", async () => {
      const set = (key: string, json: string, more: object = {}) => ({
        name: "cache.set",
        argument: { key, json, ttlSeconds: 60, ...more },
      });
      const get = (key: string) => ({ name: "cache.get", argument: { key } });
      const remove = (key: string) => ({ name: "cache.delete", argument: { key } });
      const results = await worker.send([
        set("batch", "1"),
        set("batch", "2"),
        get("batch"),
        { name: "cache.empty", argument: {} },
        set("batch", "3", { ttlSeconds: 0 }),
        set("x".repeat(257), "1"),
        get("batch"),
        remove("batch"),
        remove("batch"),
        get("batch"),
        { ...get("batch"), tenantId: "other" },
        { name: "nothing.get", argument: {} },
      ]);
      assert.deepEqual(
        results.map((result) => (result.ok ? result.value : result.code)),
        [
          {},
          {},
          { json: "2" },
          "UNAVAILABLE",
          "VALIDATION_ERROR",
          "VALIDATION_ERROR",
          { json: "2" },
          { deleted: true },
          { deleted: false },
          { json: null },
          { json: null },
          "UNAVAILABLE",
        ],
      );
    });

    test("writers of the same keys at once do not get in each other's way", async () => {
      const keys = Array.from({ length: 20 }, (_, at) => `busy-${at}`);
      const writes = Array.from({ length: 24 }, (_, round) => {
        const order = round % 2 === 0 ? keys : keys.toReversed();
        return worker.send(
          order.flatMap((key) => [
            { name: "cache.set", argument: { key, json: String(round), ttlSeconds: 60 } },
            { name: "cache.delete", argument: { key: keys[(round * 7) % 20] } },
          ]),
        );
      });
      for (const results of await Promise.all(writes))
        assert.ok(
          results.every(({ ok }) => ok),
          JSON.stringify(results),
        );
    });

    test("a reveal covers the Project's secrets in whatever they are written, of both environments, and counts", async () => {
      const author = await plane.signInAs("owner", project.id);
      const values = { development: "s3cret value/öne", production: "quite another value" } as const;
      for (const environment of ["development", "production"] as const) {
        await author.createSecret({ body: { name: "TOKEN", environment, value: values[environment] } });
      }
      const cached = {
        said: `it is ${values.development}!`,
        list: [Buffer.from(values.development).toString("base64"), encodeURIComponent(values.production), "harmless"],
        [`key ${values.production}`]: 1,
        password: "hunter2hunter2",
        nested: { apiKey: null, count: 12, key: `fer_pat_${"x".repeat(24)}` },
      };
      await worker.set("secretive", cached);
      const revealed = await client.revealCacheEntry({ body: { ...home, key: "secretive" } });
      assert.deepEqual(revealed, {
        key: "secretive",
        value: {
          said: "it is [masked]!",
          list: ["[masked]=", "[masked]", "harmless"],
          "key [masked]": 1,
          password: "[masked]",
          nested: { apiKey: null, count: 12, key: "[masked]" },
        },
        redactions: 6,
      });
      assert.deepEqual(await worker.get("secretive"), cached, "what the Function gets is what it set");
      await worker.set("plain", ["nothing", 1]);
      assert.deepEqual(await client.revealCacheEntry({ body: { ...home, key: "plain" } }), {
        key: "plain",
        value: ["nothing", 1],
        redactions: 0,
      });
    });

    test("reveals and deletions are audited with where, and without what", async () => {
      await worker.set("audited", { note: "a value that only its reader need know" });
      await client.revealCacheEntry({ body: { ...home, key: "audited" } });
      await client.deleteCacheEntry({ query: { ...home, key: "audited" } });
      await assert.rejects(client.revealCacheEntry({ body: { ...home, key: "audited" } }), { status: 404 });
      assert.equal(await worker.get("audited"), undefined);
      const owner = await plane.signInAs("owner", project.id);
      const { items } = await owner.listAuditEvents({ query: { targetId: "audited" } });
      assert.deepEqual(
        items.map(({ action, outcome, target, actor }) => `${action} ${outcome} ${target.kind} ${actor.kind}`),
        ["cache-entry.delete success cache-entry user", "cache-entry.reveal success cache-entry user"],
      );
      const text = JSON.stringify(items);
      assert.ok(text.includes(home.tenantId) && text.includes(worker.functionId));
      assert.doesNotMatch(text, /only its reader/);
    });

    test("a developer lists keys and is shown no value", async () => {
      await worker.set("theirs", 1);
      const developer = await plane.signInAs("developer", project.id);
      assert.equal((await list({ prefix: "theirs" }, developer)).items.length, 1);
      const forbidden = { status: 403, code: "FORBIDDEN" };
      await assert.rejects(developer.revealCacheEntry({ body: { ...home, key: "theirs" } }), forbidden);
      await assert.rejects(developer.deleteCacheEntry({ query: { ...home, key: "theirs" } }), forbidden);
      assert.equal(await worker.get("theirs"), 1);
    });
  });
}
