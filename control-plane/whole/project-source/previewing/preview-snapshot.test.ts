import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { canonicalJson } from "@ferrule/contract/json/canonical-json.ts";
import { readDrafts } from "../../../releases/deployments/queries/drafts.ts";
import { startTestControlPlane, type TestControlPlane } from "../../../testing/test-control-plane.ts";
import { readHeld } from "../held/read-held.ts";
import { sourceOf } from "../held/source-of.ts";
import { furnish } from "../testing/furnish.ts";
import { inNewProject } from "../testing/pushing.ts";
import { previewSnapshot } from "./preview-snapshot.ts";

let plane: TestControlPlane;
before(async () => {
  plane = await startTestControlPlane();
});
after(() => plane[Symbol.asyncDispose]());

test("a preview of the drafts is what a deployment of them would freeze, to the last field", async () => {
  const { client, projectId } = await inNewProject(plane);
  await furnish(client);
  const { frozen, drafted } = await plane.app.store.inProject(projectId, async (scope) => {
    const held = await readHeld(scope);
    const { snapshot } = await readDrafts(scope);
    return { frozen: snapshot, drafted: previewSnapshot("pvw_1", sourceOf(held), held) };
  });
  const { notDeployed: _, ...deployed } = frozen;
  assert.ok(deployed.functions.length >= 2 && deployed.endpoints.length >= 2 && (deployed.libraries ?? []).length >= 2);
  assert.equal(canonicalJson(drafted.snapshot), canonicalJson(deployed));
  assert.ok(drafted.texts.every(({ source, content }) => source === null && /^r\d+$/.test(content)));
});
