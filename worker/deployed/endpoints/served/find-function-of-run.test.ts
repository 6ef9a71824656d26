import assert from "node:assert/strict";
import { test } from "node:test";
import type { Permissions } from "@ferrule/contract/internal/permissions.ts";
import { createLog } from "@ferrule/kit/log.ts";
import { endpointState, manifestOf } from "../../../testing/deployed.ts";
import type { ActiveArtifact } from "../activation/artifact-activation.ts";
import { loadedArtifact } from "../artifacts/artifact-digest.ts";
import { compileArtifact } from "../activation/compile-artifact.ts";
import { findFunctionOfRun } from "./find-function-of-run.ts";
import { LiveStates } from "./live-states.ts";

const declared: Permissions = { secrets: ["A", "B", "C"], hosts: ["api.example.com"], collections: [], cache: true };
const only = (over: Partial<Permissions>): Permissions => ({
  secrets: [],
  hosts: [],
  collections: [],
  cache: false,
  ...over,
});

/** An artifact with a Function that is a tool and a route, and one without bindings. */
async function deployed(): Promise<ActiveArtifact> {
  const manifest = manifestOf([
    { name: "bound", code: "export default 1;", route: "GET /bound" },
    { name: "free", code: "export default 2;" },
  ]);
  for (const one of manifest.functions) one.permissions = declared;
  for (const endpoint of manifest.endpoints) {
    endpoint.tools = endpoint.tools.filter(({ functionId }) => functionId === "fn_bound");
  }
  const load = () => Promise.reject(new Error("Nothing is called here."));
  const artifact = await compileArtifact("digest", loadedArtifact(manifest), load, createLog("worker", "silent"));
  return { kind: "compiled", deploymentId: "dep_one", artifact };
}

function find(active: ActiveArtifact, functionId: string, mcp: Permissions | "*", http: Permissions | "*") {
  const states = new LiveStates();
  const items = [endpointState("mcp", {}, { permissions: mcp }), endpointState("http", {}, { permissions: http })];
  states.reset(items.map((state, sequence) => ({ key: `endpoint:${state.id}`, sequence, state })));
  const place = { projectId: "prj_one", environment: "development" as const, functionId, endpointId: null };
  const earlier = { use: () => Promise.reject(new Error("No earlier deployment is asked for here.")) };
  const means = { activation: { active: () => active }, states, earlier };
  return findFunctionOfRun({ ...place, deployment: null }, means, new AbortController().signal);
}

test("a run without an endpoint may touch what is declared within the policies of the Function's endpoints together", async () => {
  const active = await deployed();
  const found = await find(active, "fn_bound", only({ secrets: ["A"], cache: true }), only({ secrets: ["B", "D"] }));
  assert.ok(found.kind === "found");
  assert.deepEqual(found.grant, only({ secrets: ["A", "B"], cache: true }));
  assert.equal(found.deploymentId, "dep_one");
});

test("it may touch all that is declared where a policy allows everything, or no endpoint binds the Function", async () => {
  const active = await deployed();
  for (const found of await Promise.all([
    find(active, "fn_bound", only({}), "*"),
    find(active, "fn_free", only({}), only({})),
  ])) {
    assert.ok(found.kind === "found");
    assert.deepEqual(found.grant, declared);
  }
});

test("there is nothing where nothing is deployed, or the artifact has no such Function", async () => {
  const kindOf = async (active: ActiveArtifact, functionId: string) => (await find(active, functionId, "*", "*")).kind;
  assert.equal(await kindOf(await deployed(), "fn_other"), "nothing");
  assert.equal(await kindOf({ kind: "nothing" }, "fn_bound"), "nothing");
  assert.equal(await kindOf({ kind: "loading" }, "fn_bound"), "away");
});
