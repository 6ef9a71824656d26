import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { createLog } from "@ferrule/kit/log.ts";
import { insertProject } from "../../../people/projects/queries.ts";
import { compiledOnce } from "./compiled-once.ts";
import { openStore, type OpenStore } from "../connections/open-store.ts";
import { createTestDatabase } from "../testing/test-database.ts";

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let store: OpenStore;
before(async () => {
  database = await createTestDatabase();
  store = openStore({ databaseUrl: database.url, role: null, log: createLog("test", "silent") });
  for (const slug of ["one", "two"]) {
    await store.inInstallation((scope) => insertProject(scope, { slug, name: slug.toUpperCase(), description: "" }));
  }
});
after(async () => {
  await store[Symbol.asyncDispose]();
  await database[Symbol.asyncDispose]();
});

test("a statement that is compiled once takes other values each time, in their order", async () => {
  let built = 0;
  const namesOf = compiledOnce((tables, until: Date, slug: string) => {
    built += 1;
    const rows = tables.selectFrom("projects").select("name").where("slug", "=", slug);
    return rows.where("status", "=", "active").where("createdAt", "<", until);
  });
  const [past, future] = [new Date(0), new Date(Date.now() + 60_000)];
  const read = (until: Date, slug: string) => store.unscoped((reading) => namesOf(reading, until, slug));
  assert.deepEqual(await read(future, "one"), [{ name: "ONE" }]);
  assert.deepEqual(await read(future, "two"), [{ name: "TWO" }]);
  assert.deepEqual(await read(past, "two"), []);
  assert.equal(built, 1);
});
