import assert from "node:assert/strict";
import { before, test } from "node:test";
import { duringTests } from "@ferrule/kit/testing/during-tests.ts";
import { startTestControlPlane } from "../../testing/test-control-plane.ts";
import { sql } from "kysely";
import { newUser, scimOf, type Scim } from "./testing/scim-of.ts";
import { urns } from "./urns.ts";

const plane = duringTests(startTestControlPlane);
const owner = duringTests(() => plane.session("owner"));
let scim: Scim;
let providerId = "";

before(async () => {
  const body = { name: "Acme", issuer: "https://acme.example", clientId: "ferrule", clientSecret: "a-secret" };
  ({ id: providerId } = await owner.client.createIdentityProvider({ body }));
  const token = await owner.client.createScimToken({ params: { providerId }, body: { name: "first" } });
  scim = scimOf(plane, token.value);
});

const make = async (): Promise<string> => {
  const { status, json, text } = await scim("POST", "/Users", newUser({}));
  assert.equal(status, 201, text);
  return json.id as string;
};
const change = (body: object) => owner.client.updateIdentityProvider({ params: { providerId }, body });

test("a group that is named like another's external id gets nothing by that name, whichever of them comes first", async () => {
  const roleOf = async (userId: string) => (await owner.client.getUser({ params: { userId } })).role;
  const statusOf = async (userId: string) => (await owner.client.getUser({ params: { userId } })).status;
  const group = async (displayName: string, externalId: string, userId: string) => {
    const made = await scim("POST", "/Groups", {
      schemas: [urns.group],
      displayName,
      externalId,
      members: [{ value: userId }],
    });
    assert.equal(made.status, 201, made.text);
    return made.json.id as string;
  };
  const [admin, eve, early] = [await make(), await make(), await make()];
  await group("b-9f", "own-1", early);
  await change({
    roles: [
      { group: "a-9f", role: "admin" },
      { group: "b-9f", role: "admin" },
    ],
  });
  await group("Admins", "a-9f", admin);
  await group("a-9f", "own-2", eve);
  assert.equal(await roleOf(admin), "admin");
  assert.equal(await statusOf(eve), "disabled", "named like the external id of another");
  const late = await group("Others", "b-9f", await make());
  assert.equal(await statusOf(early), "disabled", "the other came later");
  assert.equal((await scim("DELETE", `/Groups/${late}`)).status, 204);
  assert.deepEqual([await statusOf(early), await roleOf(early)], ["active", "admin"], "and has gone again");
  await change({ roles: [{ group: "a-9f", by: "displayName", role: "operator" }] });
  assert.deepEqual([await statusOf(admin), await statusOf(eve), await roleOf(eve)], ["disabled", "active", "operator"]);
  await change({ roles: [{ group: "a-9f", by: "externalId", role: "operator" }] });
  assert.deepEqual(
    [await statusOf(admin), await statusOf(eve), await roleOf(admin)],
    ["active", "disabled", "operator"],
  );
  const { roles } = await change({ roles: [{ group: "a-9f", role: "operator" }] });
  assert.deepEqual(roles, [{ group: "a-9f", by: "either", role: "operator" }], "a mapping says what it means");
});

test("the version of a user counts their groups: who joins, leaves, and what a group is called", async () => {
  const id = await make();
  const read = async (ifNoneMatch?: string) =>
    scim("GET", `/Users/${id}`, undefined, ifNoneMatch === undefined ? {} : { "if-none-match": ifNoneMatch });
  let version = String((await read()).headers.get("etag"));
  const changed = async (why: string, names: string[]) => {
    const { status, json, headers } = await read(version);
    assert.equal(status, 200, why);
    assert.deepEqual(
      (json.groups as { display: string }[]).map(({ display }) => display),
      names,
      why,
    );
    version = String(headers.get("etag"));
    assert.equal((await read(version)).status, 304, why);
  };
  const body = { schemas: [urns.group], displayName: "Version one", members: [{ value: id }] };
  const { json } = await scim("POST", "/Groups", body);
  const path = `/Groups/${String(json.id)}`;
  await changed("joined", ["Version one"]);
  const patch = (operation: object) =>
    scim("PATCH", path, { schemas: ["urn:ietf:params:scim:api:messages:2.0:PatchOp"], Operations: [operation] });
  assert.ok((await patch({ op: "replace", path: "displayName", value: "Version two" })).status < 300);
  await changed("renamed", ["Version two"]);
  assert.ok((await patch({ op: "remove", path: `members[value eq "${id}"]` })).status < 300);
  await changed("left", []);
  assert.ok((await patch({ op: "add", path: "members", value: [{ value: id }] })).status < 300);
  await changed("joined again", ["Version two"]);
  assert.equal((await scim("DELETE", path)).status, 204);
  await changed("removed", []);
});

test("any of 5,000 groups is found by a part of its name, with a role or without one", async () => {
  await plane.app.store.inInstallation(({ tx }) =>
    sql`insert into directory_groups (id, provider_id, display_name)
      select 'dgr_many_' || n, ${providerId}, 'Team ' || n || ' 100%' from generate_series(1, 4990) n`.execute(tx),
  );
  await change({ roles: [{ group: "Team 4711 100%", by: "displayName", role: "operator" }] });
  const directory = async (q?: string) => {
    const { groups, groupsWithRole, groupsWithoutRole } = await owner.client.getDirectory({
      params: { providerId },
      query: q === undefined ? {} : { q },
    });
    return { groups, names: [...groupsWithRole, ...groupsWithoutRole], withRole: groupsWithRole };
  };
  const all = await directory();
  assert.ok(all.groups >= 4_990 && all.names.length <= 100, String(all.names.length));
  assert.deepEqual((await directory("team 4987 ")).names, ["Team 4987 100%"]);
  assert.deepEqual(await directory("TEAM 4711"), {
    groups: all.groups,
    names: ["Team 4711 100%"],
    withRole: ["Team 4711 100%"],
  });
  for (const q of ["Team 4_87", "%", "' or 1=1 --"]) {
    const { names } = await directory(q);
    assert.ok(
      names.every((name) => name.includes(q)),
      q,
    );
  }
  await assert.rejects(directory("x".repeat(201)), { code: "VALIDATION_ERROR" });
});
