import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { describe, test } from "node:test";
import { ApiError } from "@ferrule/contract/client.ts";
import { missingBehind } from "@ferrule/one-machine/until-ready.ts";
import { duringTests } from "@ferrule/kit/testing/during-tests.ts";
import { createFunction, ownerOfProject } from "../deploy.ts";
import { eventually } from "../eventually.ts";
import { shareTestPlatform } from "../platform.ts";

const full = process.env["FERRULE_TEST_LENGTH"] === "full";
const kills = full ? 15 : 2;
const writers = 6;
const source = "export default async function run() { return {}; }";

describe("writes while the control plane is killed", () => {
  const platform = duringTests(shareTestPlatform);
  const client = duringTests(() => ownerOfProject(platform));

  /**
   * Creates with an idempotency key, again and again until there is a response: the caller's side of "exactly once".
   */
  async function createUntilAnswered(slug: string): Promise<string> {
    const headers = { "idempotency-key": randomUUID() };
    return eventually(async () => {
      try {
        return (await client.createFunction({ body: { slug, source }, headers })).id;
      } catch (error) {
        if (error instanceof ApiError && error.status < 500) throw error;
        return undefined;
      }
    }, 60_000);
  }

  test("every acknowledged change is there once, with its audit row", async () => {
    const acknowledged = new Map<string, string>();
    const state = { over: false };
    const write = async (writer: number) => {
      for (let n = 0; !state.over; n += 1) {
        const slug = `w${writer}-${n}`;
        acknowledged.set(slug, await createUntilAnswered(slug));
      }
    };
    const writing = Promise.all(Array.from({ length: writers }, (_, writer) => write(writer)));
    for (let kill = 0; kill < kills; kill += 1) {
      const before = acknowledged.size;
      await eventually(async () => (acknowledged.size > before + 20 ? true : undefined), 60_000);
      const { pid } = platform.controlPlane;
      process.kill(pid ?? 0, "SIGKILL");
      await eventually(async () => (platform.controlPlane.pid === pid ? undefined : true), 60_000);
    }
    state.over = true;
    await writing;

    const found = new Map<string, string>();
    let cursor: string | undefined;
    do {
      const page = await client.listFunctions({ query: { limit: 200, ...(cursor ? { cursor } : {}) } });
      for (const { slug, id } of page.items) {
        assert.ok(!found.has(slug), `${slug} is listed once`);
        found.set(slug, id);
      }
      cursor = page.nextCursor ?? undefined;
    } while (cursor);
    assert.deepEqual(
      [...acknowledged].filter(([slug, id]) => found.get(slug) !== id),
      [],
    );

    const audited = new Map<string, number>();
    cursor = undefined;
    do {
      const page = await client.listAuditEvents({
        query: { limit: 200, action: "function.create", outcome: "success", ...(cursor ? { cursor } : {}) },
      });
      for (const { target } of page.items) audited.set(target.id ?? "", (audited.get(target.id ?? "") ?? 0) + 1);
      cursor = page.nextCursor ?? undefined;
    } while (cursor);
    assert.deepEqual(
      [...found.values()].filter((id) => audited.get(id) !== 1),
      [],
    );
  });

  test("of two edits from one revision, one is refused and none is lost silently", async () => {
    await eventually(async () => ((await missingBehind(platform.url)).length === 0 ? true : undefined), 60_000);
    const functionId = await createFunction(client, "edited", source);
    let applied = 0;
    const edit = async (editor: number) => {
      for (let n = 0; n < 20; n += 1) {
        const { revision, description } = await client.getFunction({ params: { functionId } });
        const next = `${description}${editor}`;
        try {
          await client.updateFunction({
            params: { functionId },
            body: { description: next },
            headers: { "if-match": `"${revision}"` },
          });
          applied += 1;
        } catch (error) {
          assert.equal((error as ApiError).code, "REVISION_CONFLICT");
        }
      }
    };
    await Promise.all([edit(1), edit(2)]);
    const { description } = await client.getFunction({ params: { functionId } });
    assert.equal(description.length, applied, "each applied edit is in it");
    assert.ok(applied >= 20);
  });
});
