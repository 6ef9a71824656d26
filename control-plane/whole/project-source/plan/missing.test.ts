import assert from "node:assert/strict";
import { test } from "node:test";
import type { GivenProjectSource } from "@ferrule/contract/resources/project-source.ts";
import { duringTests } from "@ferrule/kit/testing/during-tests.ts";
import { startTestControlPlane } from "../../../testing/test-control-plane.ts";
import { inNewProject } from "../testing/pushing.ts";

const plane = duringTests(startTestControlPlane);

const uses = {
  slug: "uses",
  name: "Uses",
  source: 'import "lib/nowhere"; import "lib/there"; export default () => 1;',
  permissions: {
    secrets: ["A_KEY", "B_KEY"],
    connections: ["warehouse"],
    collections: [
      { name: "orders", access: "read" as const },
      { name: "unknown", access: "read" as const },
    ],
  },
};

const source: GivenProjectSource = {
  apiVersion: "ferrule/v1",
  functions: [uses],
  libraries: [{ kind: "source", name: "there", version: "1", source: "export const x = 1;" }],
  endpoints: [
    {
      kind: "mcp",
      slug: "desk",
      name: "Desk",
      bindings: [{ kind: "mcp", function: "uses", toolName: "use", description: "Uses it." }],
    },
  ],
  collections: [
    {
      name: "orders",
      schema: { type: "object" },
      grants: [
        { environment: "development", access: "read", function: "uses" },
        { environment: "production", access: "read-write", endpoint: "desk" },
      ],
    },
  ],
  secrets: [{ name: "C_KEY", environments: ["production"] }],
  connections: [{ name: "archive", environments: ["development"] }],
};

test("a plan names what the source needs and the Project would lack, where it lacks it", async () => {
  const { client } = await inNewProject(plane);
  await client.createSecret({ body: { name: "A_KEY", environment: "development", value: "of development" } });
  for (const environment of ["development", "production"] as const)
    await client.createSecret({ body: { name: "B_KEY", environment, value: "of both environments" } });
  const { missing, warnings } = await client.previewProjectSource({ body: { source } });
  assert.deepEqual(missing, {
    secrets: ["A_KEY", "C_KEY"],
    connections: ["archive", "warehouse"],
    libraries: ["lib/nowhere"],
    collections: ["unknown"],
    grants: [
      { function: "uses", collection: "unknown", access: "read", environment: "development" },
      { function: "uses", collection: "unknown", access: "read", environment: "production" },
    ],
  });
  assert.deepEqual(warnings, [
    "In development there is no connection archive.",
    "In development there is no connection warehouse.",
    "In production there is no secret A_KEY.",
    "In production there is no secret C_KEY.",
    "In production there is no connection warehouse.",
    "A Function declares the data collection unknown, which does not exist.",
    "In development nothing grants read of unknown to Function uses.",
    "In production nothing grants read of unknown to Function uses.",
    'A source imports "lib/nowhere", which does not exist: deploying will fail.',
  ]);
});

test("a part of a source may name what the Project has already", async () => {
  const { client } = await inNewProject(plane);
  const { digest } = await client.previewProjectSource({ body: { source } });
  await client.applyProjectSource({ body: { source, previewDigest: digest } });
  const cron = { name: "Nightly", environment: "production" as const, function: "uses", schedule: "0 2 * * *" };
  const part = { apiVersion: "ferrule/v1" as const, functions: [], crons: [cron] };
  const plan = await client.previewProjectSource({ body: { source: part } });
  assert.deepEqual(
    [plan.changes.map(({ kind }) => kind), plan.missing.libraries, plan.missing.grants],
    [["cron-binding"], [], []],
  );
});
