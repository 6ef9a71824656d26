import assert from "node:assert/strict";
import { test } from "node:test";
import { protectOwners } from "./protect-owners.ts";

const ada = { id: "usr_1", role: "owner", status: "active" } as const;
const bob = { id: "usr_2", role: "owner", status: "active" } as const;
const eve = { id: "usr_3", role: "developer", status: "active" } as const;

test("an admin changes no owner, but everybody else", () => {
  assert.match(protectOwners(ada, "admin", [ada, bob]).any ?? "", /Only an owner/);
  assert.deepEqual(protectOwners(eve, "admin", [ada, eve]), { any: null, lasting: null });
});

test("the last active owner stays one; an owner beside another may go", () => {
  assert.match(protectOwners(ada, "owner", [ada, eve]).lasting ?? "", /last active owner/);
  assert.match(protectOwners(ada, "owner", [ada, { ...bob, status: "disabled" }]).lasting ?? "", /last active owner/);
  assert.equal(protectOwners(ada, "owner", [ada, bob]).lasting, null);
  assert.equal(protectOwners({ ...ada, status: "disabled" }, "owner", [bob]).lasting, null);
});
