import assert from "node:assert/strict";
import { before, test } from "node:test";
import type { Client } from "@ferrule/contract/client.ts";
import { duringTests } from "@ferrule/kit/testing/during-tests.ts";
import { sql } from "kysely";
import { startTestControlPlane } from "../../../testing/test-control-plane.ts";

const plane = duringTests(() => startTestControlPlane({ maskedNames: ["iban"] }));
let owner: Client;
let projectId: string;
before(async () => {
  projectId = (await plane.createProject()).id;
  owner = await plane.signInAs("owner", projectId);
});

const secret = "a value that is nobody's business";
const input = {
  note: `sent with ${Buffer.from(secret).toString("base64")}`,
  password: "of an account",
  iban: "DE89 3704",
  pin: 4711,
  deep: [{ apiKey: "k" }, secret],
  plain: "seen",
};
const masked = {
  note: "sent with [masked]",
  password: "[masked]",
  iban: "[masked]",
  pin: "[masked]",
  deep: [{ apiKey: "[masked]" }, "[masked]"],
  plain: "seen",
};

test("the input is masked as in executions for those who may not edit it, and whole for those who may", async () => {
  await owner.createSecret({ body: { name: "TOKEN", environment: "production", value: secret } });
  const inputSchema = { type: "object", properties: { pin: { type: "number", "x-sensitive": true } } };
  const body = { slug: "runs", source: "export default () => 1;", inputSchema };
  const { id: functionId } = await owner.createFunction({ body });
  const { id } = await owner.createCronBinding({ body: { functionId, schedule: "0 3 * * *", input } });
  const params = { cronBindingId: id };
  for (const role of ["owner", "admin", "developer"] as const) {
    const client = await plane.signInAs(role, projectId);
    assert.deepEqual((await client.getCronBinding({ params })).input, input);
    assert.deepEqual((await client.listCronBindings({ query: {} })).items[0]?.input, input);
  }
  const operator = await plane.session("operator", projectId);
  assert.deepEqual((await operator.client.getCronBinding({ params })).input, masked);
  assert.deepEqual((await operator.client.listCronBindings({ query: {} })).items[0]?.input, masked);
  const developer = await plane.session("developer", projectId);
  const admin = await plane.session("admin", projectId);
  const { value } = await admin.client.createToken({ body: { name: "low", role: "operator", projectId } });
  const low = await plane.request(`/api/cron-bindings/${id}`, { headers: { authorization: `Bearer ${value}` } });
  assert.deepEqual(low.json["input"], masked, "a token sees what its own role may");
  assert.deepEqual((await developer.client.updateCronBinding({ params, body: { name: "Other" } })).input, input);
});

test("while a secret cannot be opened, who may not edit it sees nothing of it", async () => {
  await plane.app.store.inInstallation(({ tx }) =>
    sql`update secret_versions set key_id = 'k_0000000000000000' where project_id = ${projectId}`.execute(tx),
  );
  const operator = await plane.signInAs("operator", projectId);
  assert.equal((await operator.listCronBindings({ query: {} })).items[0]?.input, "[masked]");
});
