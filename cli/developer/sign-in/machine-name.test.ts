import assert from "node:assert/strict";
import { test } from "node:test";
import { newCliSignIn } from "@ferrule/contract/resources/cli-sign-in.ts";
import { machineName } from "./machine-name.ts";

test("an installation takes whatever a machine is called", () => {
  const names = ["ann-laptop", "", "  ", "a\nb", "a\u202Eb", "\u0000", "\uD800", "é".repeat(300), "😀".repeat(90)];
  for (const name of names) {
    const machine = machineName(name);
    assert.equal(newCliSignIn.safeParse({ machine }).success, true, JSON.stringify(name));
  }
  assert.equal(machineName("ann-laptop"), "ann-laptop");
  assert.equal(machineName("a\u202Eb\n"), "ab");
});
