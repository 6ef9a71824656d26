import assert from "node:assert/strict";
import { test } from "node:test";
import { missingNames } from "./missing-names.ts";

const asking = (name: string, ...secrets: string[]) => ({ name, permissions: { secrets } });

test("names each secret that is asked for and not there once, with everybody who asks", () => {
  const functions = [asking("Refund", "STRIPE_KEY", "ORDERS_TOKEN"), asking("Charge", "STRIPE_KEY"), asking("Ping")];
  assert.deepEqual(missingNames(functions, new Set(["ORDERS_TOKEN"])), [
    { name: "STRIPE_KEY", functions: ["Charge", "Refund"] },
  ]);
  assert.deepEqual(missingNames(functions, new Set(["ORDERS_TOKEN", "STRIPE_KEY"])), []);
});
