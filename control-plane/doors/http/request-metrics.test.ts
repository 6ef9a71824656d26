import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { duringTests } from "@ferrule/kit/testing/during-tests.ts";
import { startTestControlPlane } from "../../testing/test-control-plane.ts";

describe("the metrics of the management API", () => {
  const plane = duringTests(startTestControlPlane);
  const operator = duringTests(() => plane.session("operator"));

  const counted = async (operation: string, status: string): Promise<number> => {
    const { text } = await plane.request("/metrics");
    const line = text.split("\n").find((one) => {
      const isCount = one.startsWith("ferrule_control_plane_request_duration_seconds_count{");
      return isCount && one.includes(`operation="${operation}"`) && one.includes(`status="${status}"`);
    });
    return Number(line?.split(" ").at(-1) ?? 0);
  };

  test("counts each request under its operation and the class of its status", async () => {
    const before = await counted("getMe", "2xx");
    await operator.request("/api/auth/me");
    await operator.request("/api/auth/me");
    await plane.request("/api/auth/me");
    assert.equal((await counted("getMe", "2xx")) - before, 2);
    assert.equal(await counted("getMe", "4xx"), 1);
  });

  test("counts a refusal by the pipeline and by a body that is none", async () => {
    await operator.request("/api/functions", { method: "POST", body: {} });
    assert.equal(await counted("createFunction", "4xx"), 1);
    await operator.request("/api/account/tokens", { method: "POST", body: "{" });
    assert.equal(await counted("createToken", "4xx"), 1);
  });

  test("has no label that a caller could choose", async () => {
    await plane.request("/api/nothing-zebra");
    await operator.request("/api/projects/prj_zebra", { method: "PATCH", body: {} });
    const { text } = await plane.request("/metrics");
    assert.ok(!text.includes("zebra"));
    assert.equal(await counted("updateProject", "4xx"), 1);
  });
});
