import assert from "node:assert/strict";
import { test } from "node:test";
import type { BundleBytes } from "../../ground/bundle-bytes.ts";
import type { BuildJob, BuiltFunction } from "@ferrule/contract/internal/jobs.ts";
import type { BuildOptions } from "../builds/builder.ts";
import {
  ControlPlaneRefusal,
  type ControlPlaneRequest,
} from "../../ground/control-plane-client/control-plane-client.ts";
import { runBuild } from "./run-build.ts";

const digest = "d".repeat(64);
const built = { id: "fn_1", valid: true, diagnostics: [], bundleDigest: digest } as unknown as BuiltFunction;
const job = { functions: [{ id: "fn_1" }], libraries: [] } as unknown as BuildJob;
const builder = {
  async build(_functions: unknown, { known, onBundle }: BuildOptions = {}) {
    await known?.(["key"]);
    await onBundle?.({ digest, code: Buffer.from(""), sourceMap: Buffer.from("") });
    return { functions: [built], bundles: new Map<string, BundleBytes>(), resolved: [] };
  },
};
const leaseOf = (signal: AbortSignal) => ({ signal, log() {}, progress() {} });
const answers: Record<string, unknown> = {
  "/internal/builds/known": { builds: [] },
  "/internal/bundles/missing": { missing: [digest] },
};

/** A control plane that fails each kind of request twice, by `fails`, before it answers. */
function failing(fails: (request: ControlPlaneRequest) => Error) {
  const asked: string[] = [];
  return {
    asked,
    async request(request: ControlPlaneRequest) {
      asked.push(request.path);
      if (asked.filter((path) => path === request.path).length <= 2) throw fails(request);
      return answers[request.path];
    },
  };
}

test("a build goes on when the control plane was away for a moment, whatever it was asked", async () => {
  const client = failing(({ method, path }) =>
    path === "/internal/bundles"
      ? new ControlPlaneRefusal(method, path, 503, "UNAVAILABLE")
      : new Error("connect ECONNREFUSED"),
  );
  const result = await runBuild(job, leaseOf(new AbortController().signal), { builder, client });
  assert.deepEqual(result, { kind: "build", functions: [built], resolved: [] });
  const paths = [...Object.keys(answers), "/internal/bundles"];
  assert.deepEqual(
    client.asked,
    paths.flatMap((path) => [path, path, path]),
  );
});

test("a refusal is not asked again, and an end of the lease ends the build", async () => {
  const refusing = failing(({ method, path }) => new ControlPlaneRefusal(method, path, 409, "CONFLICT"));
  await assert.rejects(runBuild(job, leaseOf(new AbortController().signal), { builder, client: refusing }), /409/);
  assert.equal(refusing.asked.length, 1);
  const away = failing(() => new Error("connect ECONNREFUSED"));
  await assert.rejects(runBuild(job, leaseOf(AbortSignal.timeout(50)), { builder, client: away }), {
    name: /Abort|Timeout/,
  });
  assert.equal(away.asked.length, 1);
});
