import assert from "node:assert/strict";
import { test } from "node:test";
import { pickUser } from "./private-user.ts";

const seeds = [0, 1, 999, 65_535, 4_294_967_295];

test("lies above all that is handed out where every number exists", () => {
  for (const seed of seeds) {
    const uid = pickUser("         0          0 4294967295\n", seed);
    assert.ok(uid >= 1_900_000_000 && uid < 2_147_483_647, String(uid));
    assert.equal(pickUser("", seed), uid, "and where there is no map to read");
  }
});

test("exists in the user namespace of a container, and is not nobody", () => {
  for (const seed of seeds) {
    const plain = pickUser("0 100000 65536", seed);
    assert.ok(plain > 60_000 && plain < 65_534, String(plain));
    const rootless = pickUser("         0       1000          1\n         1     100000      65536\n", seed);
    assert.ok(rootless > 60_000 && rootless < 65_534, String(rootless));
    assert.equal(pickUser("0 1000 1", seed), 0, "with one user alone there is no other to be had");
  }
});
