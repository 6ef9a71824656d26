import assert from "node:assert/strict";
import { test } from "node:test";
import type { BundleBytes } from "../../ground/bundle-bytes.ts";
import type { BuildJob, BuiltFunction } from "@ferrule/contract/internal/jobs.ts";
import type { BuildOptions } from "../builds/builder.ts";
import { ControlPlaneRefusal } from "../../ground/control-plane-client/control-plane-client.ts";
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
const names = ["listKnownBuilds", "listMissingBundles", "storeBundle"] as const;

/** A control plane that fails each kind of request twice, by `fails`, before it works. */
function failing(fails: (name: (typeof names)[number]) => Error) {
  const asked: string[] = [];
  const answering =
    <T>(name: (typeof names)[number], answer: T) =>
    async (): Promise<T> => {
      asked.push(name);
      if (asked.filter((one) => one === name).length <= 2) throw fails(name);
      return answer;
    };
  return {
    asked,
    listKnownBuilds: answering("listKnownBuilds", { builds: [] }),
    listMissingBundles: answering("listMissingBundles", { missing: [digest] }),
    storeBundle: answering("storeBundle", undefined),
    storeBundles: async () => undefined,
  };
}

test("a build goes on when the control plane was away for a moment, whatever it was asked", async () => {
  const client = failing((name) =>
    name === "storeBundle"
      ? new ControlPlaneRefusal("POST", "/", 503, "UNAVAILABLE")
      : new Error("connect ECONNREFUSED"),
  );
  const result = await runBuild(job, leaseOf(new AbortController().signal), { builder, client });
  assert.deepEqual(result, { kind: "build", functions: [built], resolved: [] });
  assert.deepEqual(
    client.asked,
    names.flatMap((name) => [name, name, name]),
  );
});

test("a refusal is not asked again, and an end of the lease ends the build", async () => {
  const refusing = failing(() => new ControlPlaneRefusal("POST", "/", 409, "CONFLICT"));
  await assert.rejects(runBuild(job, leaseOf(new AbortController().signal), { builder, client: refusing }), /409/);
  assert.equal(refusing.asked.length, 1);
  const away = failing(() => new Error("connect ECONNREFUSED"));
  await assert.rejects(runBuild(job, leaseOf(AbortSignal.timeout(50)), { builder, client: away }), {
    name: /Abort|Timeout/,
  });
  assert.equal(away.asked.length, 1);
});
