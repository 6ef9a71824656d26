import assert from "node:assert/strict";
import { test } from "node:test";
import { noPermissions } from "@ferrule/contract/internal/permissions.ts";
import { createLog } from "@ferrule/kit/log.ts";
import { entryOf } from "../artifacts/artifact-digest.ts";
import { compileFunction } from "./compile-function.ts";
import { prepareInTurn } from "./prepare-in-turn.ts";

const log = createLog("test", "silent");
const load = () => Promise.reject(new Error("no call needs it"));
const held = (id: string, inputSchema: Record<string, unknown> = { type: "object" }) =>
  compileFunction(
    entryOf({
      id,
      slug: id,
      name: id,
      description: "",
      bundleDigest: "b",
      inputSchema,
      outputSchema: { type: "string" },
      timeoutMs: 1_000,
      memoryMb: 64,
      permissions: noPermissions,
    }),
    load,
    log,
  );

test("a Function's schemas are compiled by its first call, or in turn before there is one", async () => {
  const called = held("called");
  assert.equal(called.isPrepared, false);
  assert.notEqual(called.validateInput("no object"), null);
  assert.equal(called.isPrepared, true);
  const others = [held("one"), called, held("other")];
  await prepareInTurn(others, new AbortController().signal);
  assert.ok(others.every(({ isPrepared }) => isPrepared));
});

test("a schema that cannot be used breaks its Function alone", async () => {
  const [broken, sound] = [held("broken", { type: "object", $ref: "https://elsewhere.example/" }), held("sound")];
  await prepareInTurn([broken, sound], new AbortController().signal);
  assert.match(broken.broken ?? "", /outside itself/);
  assert.equal(sound.broken, null);
});

test("preparing ends with its signal", async () => {
  const stop = new AbortController();
  const several = Array.from({ length: 50 }, (_, index) => held(String(index)));
  const preparing = prepareInTurn(several, stop.signal);
  stop.abort(new Error("no more"));
  await assert.rejects(preparing);
  assert.equal(several.at(-1)?.isPrepared, false);
});
