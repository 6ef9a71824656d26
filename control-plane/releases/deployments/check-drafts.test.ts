import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { Job } from "@ferrule/contract/internal/jobs.ts";
import { duringTests } from "@ferrule/kit/testing/during-tests.ts";
import { startScene } from "../../doors/internal/testing/start-scene.ts";
import { startAuthor, type Author } from "../../testing/author.ts";
import { eventually } from "../../testing/eventually.ts";
import { deployed } from "../../testing/released.ts";

const scene = duringTests(() => startScene({ holdMs: 300 }));

const inputSchema = { type: "object", properties: { b: {} }, required: ["b"] };
const built = { inputSchema, outputSchema: null, description: "" };
const wrong = { severity: "error" as const, message: "It is wrong.", line: 1, column: 1, code: "TS1" as const };

/**
 * A worker that checks every queued Function. A source with `invalid` is invalid, `stuck` fails with TIMEOUT, the rest
 * is fine. Collects which Functions it was asked about.
 */
function checking(takesMs = 0): { asked: string[] } & AsyncDisposable {
  const worker = scene.worker();
  const asked: string[] = [];
  const ended = new AbortController();
  const answer = async (job: Job) => {
    if (job.kind !== "validate") return;
    const { id, slug, source } = job.function;
    asked.push(slug);
    await new Promise((resolve) => setTimeout(resolve, takesMs));
    const late = { code: "TIMEOUT", message: "It took too long." };
    const valid = !source.includes("invalid");
    const result = { id, valid, diagnostics: valid ? [] : [wrong], derived: built, bundleDigest: "0".repeat(64) };
    if (source.includes("stuck")) await worker.complete(job, null, late);
    else await worker.complete(job, { kind: "validate", function: result });
  };
  const run = async () => {
    const answers: Promise<unknown>[] = [];
    while (!ended.signal.aborted) {
      const job = await worker.claim(["validate"]);
      if (job) answers.push(answer(job));
    }
    await Promise.all(answers);
  };
  const running = run();
  return {
    asked,
    async [Symbol.asyncDispose]() {
      ended.abort();
      await running;
    },
  };
}

const edit = (author: Author, functionId: string, source: string) =>
  author.client.updateFunction({ params: { functionId }, body: { source } });
const uncheckedIn = async ({ client }: Author) => (await client.previewDeployment()).unchecked.map(({ slug }) => slug);

describe("checkDrafts", () => {
  test("validates exactly what is not known, and the preview then says what breaks", async () => {
    const author = await startAuthor(scene);
    const [one] = [await author.addFunction("one"), await author.addFunction("two")];
    await author.addFunction("aside", { called: false });
    await deployed(scene, author);
    assert.deepEqual(await author.client.checkDrafts(), { checked: 0, failed: [], left: 0, nextCursor: null });
    await edit(author, one, "// edited");
    const bad = await author.addFunction("bad", { source: "// invalid" });
    const stuck = await author.addFunction("late", { source: "// stuck" });
    assert.deepEqual((await uncheckedIn(author)).toSorted(), ["bad", "late", "one"]);
    await using worker = checking();
    const answer = await author.client.checkDrafts();
    assert.deepEqual([answer.checked, answer.left, answer.nextCursor], [2, 0, null]);
    assert.deepEqual(answer.failed, [{ functionId: stuck, slug: "late", message: "It took too long." }]);
    assert.deepEqual(worker.asked.toSorted(), ["bad", "late", "one"]);
    const { unchecked, changes, warnings } = await author.client.previewDeployment();
    assert.deepEqual(unchecked, [{ functionId: stuck, slug: "late" }]);
    assert.deepEqual(changes.find(({ name }) => name === "one")?.breaking, ["Argument `b` is now required."]);
    assert.match(warnings.join(" "), /would fail\. Function bad: It is wrong/);
    await edit(author, bad, "// fine");
    assert.deepEqual((await uncheckedIn(author)).toSorted(), ["bad", "late"], "an edit makes it unknown again");
  });

  test("a hundred are a few requests, one after another by the cursor, and none is asked twice", async () => {
    const author = await startAuthor(scene);
    const slugs = Array.from({ length: 100 }, (_, index) => `f-${index}`);
    for (const slug of slugs) await author.addFunction(slug);
    await using worker = checking(120);
    let cursor: string | null = null;
    const lefts: number[] = [];
    do {
      const answer: Awaited<ReturnType<typeof author.client.checkDrafts>> = await author.client.checkDrafts({
        body: cursor === null ? {} : { cursor },
      });
      lefts.push(answer.left);
      cursor = answer.nextCursor;
    } while (cursor !== null && lefts.length < slugs.length);
    assert.equal(lefts.at(-1), 0);
    // However slow the machine, each request begins four.
    assert.ok(lefts.length > 1 && lefts.length <= slugs.length / 4, `${lefts.join(" ")} were left`);
    assert.deepEqual(worker.asked.toSorted(), slugs.toSorted());
    assert.deepEqual(await uncheckedIn(author), []);
  });

  test("ends with whoever asked", async () => {
    const author = await startAuthor(scene);
    await author.addFunction("one");
    const leaving = new AbortController();
    const asked = author.client.checkDrafts({ signal: leaving.signal });
    const worker = scene.worker();
    let job = await worker.claim(["validate"]);
    while (job === null) job = await worker.claim(["validate"]);
    leaving.abort();
    await assert.rejects(asked);
    await eventually(async () => (await worker.progress(job)).body["cancelled"] === true || undefined);
  });

  test("is for authors, and sees no other Project", async () => {
    const [author, other] = [await startAuthor(scene), await startAuthor(scene)];
    await other.addFunction("foreign");
    await assert.rejects((await author.as("operator")).checkDrafts(), { code: "FORBIDDEN" });
    assert.equal((await author.client.checkDrafts()).checked, 0);
  });
});

describe("countPendingChanges", () => {
  const both = async ({ client }: Author) => {
    const [{ changes }, preview] = [await client.countPendingChanges(), await client.previewDeployment()];
    assert.equal(changes, preview.changes.length);
    return changes;
  };

  test("counts what a preview lists, after whatever is edited", async () => {
    const author = await startAuthor(scene);
    const { client } = author;
    assert.deepEqual(await client.countPendingChanges(), { changes: 0, servedDeploymentId: null });
    const functionId = await author.addFunction("one", { source: 'import { word } from "lib/word";' });
    const endpointId = await author.addEndpoint("desk");
    const bindingId = await author.bindTool(endpointId, functionId, "one");
    const { id: libraryId } = await client.createLibrary({
      body: { name: "word", kind: "source", source: "export const word = 1;" },
    });
    assert.equal(await both(author), 4);
    const { id } = await deployed(scene, author);
    assert.deepEqual(await client.countPendingChanges(), { changes: 0, servedDeploymentId: id });
    const edits: (() => Promise<unknown>)[] = [
      () => edit(author, functionId, 'import { word } from "lib/word"; // again'),
      () => client.updateRuntimeEndpoint({ params: { endpointId }, body: { description: "Orders." } }),
      () => client.updateMcpBinding({ params: { endpointId, bindingId }, body: { enabled: false } }),
      () => client.replaceLibrary({ params: { libraryId }, body: { source: "export const word = 2;" } }),
      () => client.createDataCollection({ body: { name: "orders", schema: { type: "object" } } }),
      () => author.addFunction("scheduled"),
      () => author.addFunction("aside", { called: false }),
      () => client.deleteMcpBinding({ params: { endpointId, bindingId } }),
      () => edit(author, functionId, 'import { word } from "lib/word";'),
    ];
    const counts: number[] = [];
    for (const change of edits) {
      await change();
      counts.push(await both(author));
    }
    assert.deepEqual(counts, [1, 2, 3, 4, 5, 6, 6, 6, 6]);
    assert.equal((await (await author.as("operator")).countPendingChanges()).changes, 6);
    await deployed(scene, author);
    assert.equal(await both(author), 0);
  });

  test("counts nothing after a deployment, whatever a binding leaves to its defaults", async () => {
    const author = await startAuthor(scene);
    const functionId = await author.addFunction("paid");
    const params = { endpointId: await author.addEndpoint("hooks", "http") };
    const route = { functionId, method: "POST" as const, path: "/paid", bodyProperty: "b" };
    await author.client.createHttpBinding({ params, body: { ...route, delivery: { idFrom: "content" } } });
    await deployed(scene, author);
    assert.equal(await both(author), 0);
  });
});
