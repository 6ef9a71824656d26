import assert from "node:assert/strict";
import { test } from "node:test";
import type { ProjectSource } from "@ferrule/contract/resources/project-source.ts";
import { canonicalJson } from "@ferrule/contract/json/canonical-json.ts";
import { duringTests } from "@ferrule/kit/testing/during-tests.ts";
import { startTestControlPlane } from "../../testing/test-control-plane.ts";
import { inNewProject, push, told } from "./testing/pushing.ts";
import { randomSource } from "./testing/random-source.ts";

const plane = duringTests(startTestControlPlane);

const seed = Number(process.env["FERRULE_TEST_SEED"] ?? 4_711);

/** The names of what a source has, and a source lacks, are in the Project after a push without deletes. */
const slugsOf = ({ functions }: ProjectSource) => functions.map(({ slug }) => slug);

test(`whatever is pushed after each other, a plan says what comes of it (seed ${seed})`, async () => {
  const { client } = await inNewProject(plane);
  const next = randomSource(seed);
  for (let round = 0; round < 40; round += 1) {
    const { source: before, digest: base } = await client.getProjectSource();
    const source = next.source();
    const more = { base, delete: next.chance(0.6) };
    const previewed = await client.previewProjectSource({ body: { source, ...more } });
    assert.equal((await client.getProjectSource()).digest, base, "a preview changes nothing");
    const applied = await push(client, source, more);
    const label = `round ${round}`;
    assert.deepEqual(told(applied), told(previewed), label);
    const now = await client.getProjectSource();
    assert.equal(now.digest, applied.appliedDigest, label);
    const wanted = new Set([...slugsOf(source), ...(more.delete ? [] : slugsOf(before))]);
    for (const slug of wanted) assert.ok(slugsOf(now.source).includes(slug), label);
    const again = await push(client, source, { base: applied.appliedDigest, delete: more.delete });
    assert.deepEqual([again.changes, again.kept], [[], applied.kept], label);
    const asExported = await push(client, now.source, { delete: true });
    assert.deepEqual([asExported.changes, asExported.kept], [[], []], label);
    if (round % 10 === 9) {
      const other = await inNewProject(plane);
      await push(other.client, now.source);
      assert.equal(canonicalJson((await other.client.getProjectSource()).source), canonicalJson(now.source), label);
    }
  }
});
