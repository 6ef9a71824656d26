import assert from "node:assert/strict";
import type { LookupAddress } from "node:dns";
import { test } from "node:test";
import { createLog } from "@ferrule/kit/log.ts";
import { followAddresses } from "./follow-addresses.ts";
import { until } from "../testing.ts";

const log = createLog("gateway", "silent");
const neverAsked = () => Promise.reject(new Error("asked"));

test("tells every address of a name, again only when they change, and keeps them while the name cannot be resolved", async (t) => {
  const told: string[][] = [];
  let looked = 0;
  let found: LookupAddress[] | undefined = [{ address: "10.0.0.1", family: 4 }];
  const resolve = async () => {
    looked += 1;
    if (found === undefined) throw new Error("no answer");
    return found;
  };
  const stop = followAddresses("http://worker.internal:9000", 5, log, (origins) => told.push(origins), resolve);
  t.after(stop);
  const lookedAgain = async () => {
    const before = looked;
    await until(() => looked > before + 1);
  };
  await lookedAgain();
  found = undefined;
  await lookedAgain();
  assert.deepEqual(told, [["http://10.0.0.1:9000"]]);
  found = [
    { address: "2001:db8::1", family: 6 },
    { address: "10.0.0.2", family: 4 },
  ];
  await lookedAgain();
  found = found.toReversed();
  await lookedAgain();
  assert.deepEqual(told.slice(1), [["http://[2001:db8::1]:9000", "http://10.0.0.2:9000"]]);
  stop();
  const atStop = looked;
  found = [];
  await new Promise((resolved) => setTimeout(resolved, 30));
  assert.ok(looked <= atStop + 1);
  assert.equal(told.length, 2);
});

test("takes an address or localhost as it is, without asking", () => {
  for (const url of ["http://127.0.0.1:9000", "http://[::1]:9000", "http://localhost:9000"]) {
    const told: string[][] = [];
    followAddresses(url, 5, log, (origins) => told.push(origins), neverAsked)();
    assert.deepEqual(told, [[url]]);
  }
});
