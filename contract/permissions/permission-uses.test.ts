import assert from "node:assert/strict";
import { test } from "node:test";
import { noPermissions, permissions, type Permissions } from "../internal/permissions.ts";
import { permissionKindNames, permissionKinds, permissionWords } from "./permission-kinds.ts";
import { permissionChanges, permissionUses } from "./permission-uses.ts";

const everything: Permissions = {
  secrets: ["A_KEY"],
  hosts: ["api.example.com"],
  collections: [{ name: "orders", access: "read" }],
  connections: ["shop"],
  runs: ["charge"],
  cache: true,
};

test("each kind of permission is listed, said and counted as a change", () => {
  assert.deepEqual(permissionKindNames.toSorted(), Object.keys(permissions.shape).toSorted());
  assert.deepEqual(
    permissionUses(everything).map(({ said }) => said),
    ["secret A_KEY", "host api.example.com", "collection orders (read)", "connection shop", "runs of charge", "cache"],
  );
  assert.deepEqual(
    permissionChanges(noPermissions, everything).map(({ kind, change }) => `${change} ${kind}`),
    permissionKindNames.map((kind) => `added ${kind}`),
  );
  assert.deepEqual(
    permissionChanges(everything, null).map(({ kind, change }) => `${change} ${kind}`),
    permissionKindNames.map((kind) => `removed ${kind}`),
  );
  assert.equal(permissionWords("disjunction"), "secrets, hosts, collections, connections, runs or cache");
});

test("what is allowed is a use of that name, and another access is a change", () => {
  for (const kind of permissionKindNames) {
    const allowed = permissionKinds[kind].allow("shop", noPermissions);
    assert.deepEqual(
      permissionUses(allowed).map((use) => use.kind),
      [kind],
    );
    assert.deepEqual(permissionKinds[kind].allow("shop", allowed), allowed);
    assert.ok(
      permissions.safeParse(kind === "secrets" ? permissionKinds[kind].allow("SHOP", noPermissions) : allowed).success,
    );
  }
  const wider: Permissions = { ...everything, collections: [{ name: "orders", access: "read-write" }] };
  assert.deepEqual(
    permissionChanges(everything, wider).map(({ said }) => said),
    ["Now uses the collection orders (read and write)."],
  );
  assert.deepEqual(
    permissionChanges(null, { ...noPermissions, connections: ["shop"] }).map(({ said }) => said),
    ["Can now use the connection shop."],
  );
});
