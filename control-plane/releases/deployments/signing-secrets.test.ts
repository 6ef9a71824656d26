import assert from "node:assert/strict";
import { test } from "node:test";
import type { Environment } from "@ferrule/contract/states.ts";
import { duringTests } from "@ferrule/kit/testing/during-tests.ts";
import { startScene } from "../../doors/internal/testing/start-scene.ts";
import { startAuthor, type Author } from "../../testing/author.ts";
import { deployed } from "../../testing/released.ts";
import { refusal } from "../../testing/refusal.ts";

const scene = duringTests(() => startScene({ holdMs: 300 }));

const release = (author: Author, projectDeploymentId: string) =>
  author.client.releaseDeployment({ body: { projectDeploymentId } });

test("a secret with which a policy of production verifies signatures is needed for a release, and shown as missing", async () => {
  const author = await startAuthor(scene);
  const functionId = await author.addFunction("hook");
  const endpointId = await author.addEndpoint("hooks", "http");
  const route = { functionId, method: "POST" as const, path: "/hook" };
  await author.client.createHttpBinding({ params: { endpointId }, body: route });
  const params = { endpointId };
  const { items: policies } = await author.client.listEndpointAuthPolicies({ params });
  for (const { environment, revision } of policies) {
    const signature = { sender: "github" as const, secrets: [`KEY_OF_${environment.toUpperCase()}`] };
    const body = { environment, caller: { mode: "signature" as const, signature } };
    await author.client.replaceAuthPolicy({ params, body, headers: { "if-match": `"${revision}"` } });
  }
  const missing = async (environment: Environment) => {
    const { items } = await author.client.listMissingSecrets({ query: { environment } });
    return items.map(({ name, functions, askedBy, verifiedBy }) => [name, functions, askedBy, verifiedBy]);
  };
  const api = { id: endpointId, name: "hooks" };
  assert.deepEqual(await missing("development"), [["KEY_OF_DEVELOPMENT", 0, [], [api]]]);
  assert.deepEqual(await missing("production"), [["KEY_OF_PRODUCTION", 0, [], [api]]]);
  const query = { target: "development" as const };
  assert.deepEqual((await author.client.previewDeployment({ query })).missingSecrets, ["KEY_OF_DEVELOPMENT"]);
  const first = await deployed(scene, author);
  assert.deepEqual(first.missingSecrets, ["KEY_OF_PRODUCTION"]);
  const ofRelease = { target: "production" as const, projectDeploymentId: first.id };
  assert.deepEqual((await author.client.previewDeployment({ query: ofRelease })).missingSecrets, ["KEY_OF_PRODUCTION"]);
  const error = await refusal(release(author, first.id));
  assert.deepEqual([error.code, error.details], ["INVALID_STATE", { missingSecrets: ["KEY_OF_PRODUCTION"] }]);

  const body = { name: "KEY_OF_PRODUCTION", environment: "production" as const, value: "a key that is sealed" };
  const { id: secretId, usedBy } = await author.client.createSecret({ body });
  assert.deepEqual(usedBy, ["hooks"]);
  assert.deepEqual(await missing("production"), []);
  await release(author, first.id);
  const kept = await refusal(author.client.deleteSecret({ params: { secretId } }));
  assert.deepEqual([kept.code, kept.details], ["IN_USE", { functions: [], endpoints: ["hooks"] }]);
  await author.client.deleteSecret({ params: { secretId }, query: { force: "true" } });
  assert.deepEqual((await author.get(first.id)).missingSecrets, ["KEY_OF_PRODUCTION"]);
});
