import assert from "node:assert/strict";
import { before, test } from "node:test";
import { duringTests } from "@ferrule/kit/testing/during-tests.ts";
import { startFakeProvider } from "../identity/testing/fake-provider.ts";
import { openBrowser, signInBy } from "../identity/testing/sign-in-by.ts";
import { startTestControlPlane } from "../../testing/test-control-plane.ts";
import { newUser, patchOf, scimOf, type Scim } from "./testing/scim-of.ts";

const plane = duringTests(() => startTestControlPlane({ egressAllowPrivate: ["127.0.0.0/8"] }));
const provider = duringTests(startFakeProvider);
const owner = duringTests(async () => plane.signIn(await plane.createUser("owner")));
let providerId = "";
let scim: Scim;

before(async () => {
  const { issuer, clientId, clientSecret } = provider;
  const roles = [
    { group: "Platform", role: "admin" as const },
    { group: "Engineering", role: "developer" as const },
    { group: "object-id-of-support", role: "operator" as const },
  ];
  const body = { name: "Acme", issuer, clientId, clientSecret, roles };
  providerId = (await owner.client.createIdentityProvider({ body })).id;
  const token = await owner.client.createScimToken({ params: { providerId }, body: { name: "Okta" } });
  scim = scimOf(plane, token.value);
});

const userOf = (userId: string) => owner.client.getUser({ params: { userId } });
const standing = async (userId: string) => {
  const { role, status } = await userOf(userId);
  return `${status} ${role}`;
};
const auditOf = async (targetId: string) =>
  (await owner.client.listAuditEvents({ query: { targetId } })).items.map(({ action }) => action);
const make = async (more: Record<string, unknown> = {}) => {
  const { status, json, text } = await scim("POST", "/Users", newUser(more));
  assert.equal(status, 201, text);
  return json as { id: string; userName: string; externalId: string; meta: { version: string; location: string } };
};
let groups = 0;
const makeGroup = async (more: Record<string, unknown> = {}, members: string[] = []) => {
  const { status, json, text } = await scim("POST", "/Groups", {
    schemas: ["urn:ietf:params:scim:schemas:core:2.0:Group"],
    displayName: `Group ${(groups += 1)}`,
    members: members.map((value) => ({ value })),
    ...more,
  });
  assert.equal(status, 201, text);
  return json as { id: string; displayName: string; members: { value: string }[]; meta: { version: string } };
};

test("the service says what it offers, in SCIM's own media type", async () => {
  const config = await scim("GET", "/ServiceProviderConfig");
  assert.equal(config.headers.get("content-type"), "application/scim+json; charset=utf-8");
  const { patch, bulk, filter, etag } = config.json;
  assert.deepEqual([patch.supported, bulk.supported, filter.supported, etag.supported], [true, false, true, true]);
  const types = await scim("GET", "/ResourceTypes");
  assert.deepEqual(
    types.json.Resources.map(({ endpoint }: { endpoint: string }) => endpoint),
    ["/Users", "/Groups"],
  );
  assert.equal((await scim("GET", "/ResourceTypes/User")).json.endpoint, "/Users");
  const schemas = await scim("GET", "/Schemas");
  for (const { id } of schemas.json.Resources) assert.equal((await scim("GET", `/Schemas/${id}`)).json.id, id);
  assert.equal((await scim("GET", "/Schemas/urn:nothing")).status, 404);
});

test("groups give and take roles at once, and each change has its audit rows", async () => {
  const ada = await make();
  assert.equal(await standing(ada.id), "disabled operator", "no group gives her a role yet");
  const platform = await makeGroup({ displayName: "Platform" }, [ada.id]);
  assert.equal(await standing(ada.id), "active admin");
  const engineering = await makeGroup({ displayName: "Engineering" });
  const add = patchOf({ op: "add", path: "members", value: [{ value: ada.id }] });
  assert.equal((await scim("PATCH", `/Groups/${engineering.id}`, add)).status, 204);
  assert.equal(await standing(ada.id), "active admin", "of several groups, the highest counts");
  await scim("PATCH", `/Groups/${platform.id}`, patchOf({ op: "remove", path: `members[value eq "${ada.id}"]` }));
  assert.equal(await standing(ada.id), "active developer");
  await scim("DELETE", `/Groups/${engineering.id}`);
  assert.equal(await standing(ada.id), "disabled developer", "nothing gives her a role any more");
  assert.deepEqual(await auditOf(platform.id), ["directory-group.update", "directory-group.create"]);
  assert.deepEqual((await auditOf(ada.id)).slice(-1), ["user.create"]);
  const { items } = await owner.client.listAuditEvents({ query: { targetId: ada.id } });
  assert.ok(items.every(({ actor }) => actor.kind === "token" && actor.email === "Acme (SCIM)"));
  await scim("DELETE", `/Groups/${platform.id}`);
});

test("a group is known to the mapping by its externalId, too, and a new name or mapping counts for all in it", async () => {
  const ada = await make();
  const support = await makeGroup({ displayName: "Support", externalId: "object-id-of-support" }, [ada.id]);
  assert.equal(await standing(ada.id), "active operator");
  await scim("PATCH", `/Groups/${support.id}`, patchOf({ op: "replace", path: "displayName", value: "Engineering" }));
  assert.equal(await standing(ada.id), "active developer", "of operator and developer, developer comes first");
  const { roles } = await owner.client.getIdentityProvider({ params: { providerId } });
  const change = (body: object) => owner.client.updateIdentityProvider({ params: { providerId }, body });
  await change({ roles: roles.map((one) => (one.group === "Engineering" ? { ...one, role: "admin" } : one)) });
  assert.equal(await standing(ada.id), "active admin");
  await change({ roles });
  await scim("DELETE", `/Groups/${support.id}`);
});

test("who is made by SCIM signs in as the same user, and is out at once when SCIM says so", async () => {
  const ada = await make();
  const group = await makeGroup({ displayName: "Engineering" }, [ada.id]);
  const browser = openBrowser(plane);
  const claims = { sub: ada.externalId, email: "unverified@acme.example", groups: [] };
  const signedIn = await signInBy(browser, provider, providerId, claims);
  assert.equal(signedIn.status, 200, signedIn.text);
  assert.equal((signedIn.json as unknown as { user: { id: string } }).user.id, ada.id);
  assert.equal((await userOf(ada.id)).email, ada.userName, "the address of the directory stays");
  const { id: projectId } = await plane.createProject();
  const token = await browser.post("/api/account/tokens", { name: "ci", role: "developer", projectId });
  const authorization = `Bearer ${String(token.json["value"])}`;
  const byToken = async () => (await plane.request("/api/functions", { headers: { authorization } })).status;
  assert.equal(await byToken(), 200);
  const at = performance.now();
  await scim("PATCH", `/Users/${ada.id}`, patchOf({ op: "replace", path: "active", value: false }));
  assert.equal((await browser.get("/api/auth/me")).status, 401);
  assert.equal(await byToken(), 403, "API tokens of theirs are out, too");
  assert.ok(performance.now() - at < 10_000, "without waiting for anything");
  const again = await signInBy(openBrowser(plane), provider, providerId, { ...claims, groups: ["Platform"] });
  assert.deepEqual([again.status, again.json.error.code], [403, "ACCOUNT_DISABLED"]);
  await scim("PATCH", `/Users/${ada.id}`, patchOf({ op: "replace", value: { active: true } }));
  const back = await signInBy(openBrowser(plane), provider, providerId, { ...claims, groups: ["Platform"] });
  assert.equal(back.status, 200, back.text);
  assert.equal(await standing(ada.id), "active developer", "groups of the directory decide, not those of the token");
  await scim("DELETE", `/Groups/${group.id}`);
  const gone = await signInBy(openBrowser(plane), provider, providerId, { ...claims, groups: ["Platform"] });
  assert.equal(gone.status, 403, "a stale token gives nothing back");
});

test("without pushed groups, those of the sign-in decide", async () => {
  const ada = await make({ externalId: undefined });
  const claims = {
    sub: "pairwise-subject",
    email: ada.userName.toUpperCase(),
    email_verified: true,
    groups: ["Platform"],
  };
  const answer = await signInBy(openBrowser(plane), provider, providerId, claims);
  assert.equal((answer.json as unknown as { user: { id: string } }).user.id, ada.id, answer.text);
  assert.equal(await standing(ada.id), "active admin");
  await scim("PATCH", `/Users/${ada.id}`, patchOf({ op: "replace", path: "displayName", value: "Countess" }));
  assert.equal(await standing(ada.id), "active admin", "another name takes no role");
  assert.equal((await userOf(ada.id)).name, "Countess");
});

test("a removed user is disabled, not found any more, and the same one when made again", async () => {
  const ada = await make();
  const group = await makeGroup({ displayName: "Engineering" }, [ada.id]);
  assert.equal((await scim("DELETE", `/Users/${ada.id}`)).status, 204);
  assert.equal(await standing(ada.id), "disabled developer");
  for (const method of ["GET", "DELETE"]) assert.equal((await scim(method, `/Users/${ada.id}`)).status, 404);
  assert.deepEqual((await scim("GET", `/Groups/${group.id}`)).json.members, []);
  const again = await make({ userName: ada.userName, externalId: ada.externalId, emails: undefined });
  assert.equal(again.id, ada.id);
  await scim("PATCH", `/Groups/${group.id}`, patchOf({ op: "Add", path: "members", value: [{ value: ada.id }] }));
  assert.equal(await standing(ada.id), "active developer");
  await scim("DELETE", `/Groups/${group.id}`);
});

test("filters find what they say", async () => {
  const sub = `filter-${Date.now()}`;
  const ada = await make({
    userName: `${sub}.Ada@Acme.example`,
    externalId: `${sub}-X`,
    name: { givenName: "Ada", familyName: `O"${sub}` },
    emails: [
      { value: `${sub}@acme.example`, type: "work", primary: true },
      { value: `${sub}@home.example`, type: "home" },
    ],
  });
  const group = await makeGroup({ displayName: `${sub} Crew` }, [ada.id]);
  const mine = `userName sw "${sub}"`;
  const table: [string, "found" | "none", string?][] = [
    [`userName eq "${sub}.ada@acme.EXAMPLE"`, "found"],
    [`urn:ietf:params:scim:schemas:core:2.0:User:userName eq "${sub}.ada@acme.example"`, "found"],
    [`USERNAME EQ "${sub}.ada@acme.example"`, "found"],
    [`userName ne "${sub}.ada@acme.example" and ${mine}`, "none"],
    [`externalId eq "${sub}-X"`, "found"],
    [`externalId eq "${sub}-x"`, "none"],
    [`id eq "${ada.id}"`, "found"],
    [`id eq "${ada.id.toUpperCase()}"`, "none"],
    [`${mine} and active eq true`, "found"],
    [`${mine} and active eq false`, "none"],
    [`${mine} and not (active eq false)`, "found"],
    [`emails eq "${sub}@home.example"`, "found"],
    [`emails.value co "${sub}@home"`, "found"],
    [`emails[type eq "work" and value eq "${sub}@home.example"]`, "none"],
    [`emails[type eq "home" and value eq "${sub}@home.example"]`, "found"],
    [`emails[type eq "work"].value eq "${sub}@acme.example"`, "found"],
    [`${mine} and emails.primary eq true`, "found"],
    [`name.familyName eq "O\\"${sub}"`, "found"],
    [`${mine} and name.givenName ew "DA"`, "found"],
    [`${mine} and name.middleName pr`, "none"],
    [`${mine} and name.middleName eq null`, "found"],
    [`${mine} and meta.created gt "2020-01-01T00:00:00Z"`, "found"],
    [`${mine} and meta.lastModified lt "2020-01-01T00:00:00Z"`, "none"],
    [`${mine} and (userName co "nobody" or displayName pr)`, "found"],
    [`groups.value eq "${group.id}"`, "found"],
    [`userName eq "' or 1=1 --"`, "none"],
    [`userName co "%"`, "none"],
  ];
  for (const [filter, expected] of table) {
    const { status, json, text } = await scim("GET", `/Users?${new URLSearchParams({ filter }).toString()}`);
    assert.equal(status, 200, `${filter} ${text}`);
    const ids = json.Resources.map(({ id }: { id: string }) => id);
    assert.deepEqual(ids, expected === "found" ? [ada.id] : [], filter);
  }
  for (const filter of [
    `displayName eq "${sub} crew"`,
    `id eq "${group.id}" and members eq "${ada.id}"`,
    `members[value eq "${ada.id}"]`,
    `members.value eq "${ada.id}"`,
  ]) {
    const query = new URLSearchParams({ filter, excludedAttributes: "members" });
    const { json } = await scim("GET", `/Groups?${query.toString()}`);
    assert.deepEqual(
      json.Resources.map(({ id }: { id: string }) => id),
      [group.id],
      filter,
    );
    assert.equal("members" in json.Resources[0], false);
  }
  await scim("DELETE", `/Groups/${group.id}`);
});

test("pages begin at 1, and attributes are chosen", async () => {
  const sub = `paged-${Date.now()}`;
  for (let n = 0; n < 5; n += 1) await make({ userName: `${sub}-${n}`, externalId: `${sub}-${n}` });
  const list = async (more: Record<string, string>) =>
    (await scim("GET", `/Users?${new URLSearchParams({ filter: `userName sw "${sub}"`, ...more }).toString()}`)).json;
  const names = (page: { Resources: { userName: string }[] }) =>
    page.Resources.map(({ userName }) => userName.slice(-1));
  const first = await list({ startIndex: "1", count: "2" });
  assert.deepEqual([first.totalResults, first.itemsPerPage, first.startIndex, names(first)], [5, 2, 1, ["0", "1"]]);
  assert.deepEqual(names(await list({ startIndex: "5", count: "2" })), ["4"]);
  assert.deepEqual(names(await list({ startIndex: "6" })), []);
  assert.deepEqual(names(await list({ startIndex: "-3", count: "1" })), ["0"]);
  const none = await list({ count: "0" });
  assert.deepEqual([none.totalResults, none.Resources], [5, []]);
  const chosen = await list({ attributes: "userName,emails.value", count: "1" });
  assert.deepEqual(Object.keys(chosen.Resources[0]).sort(), ["emails", "id", "schemas", "userName"]);
});

test("versions: a change that others have overtaken is refused, and what is known is not sent again", async () => {
  const ada = await make();
  const { version } = ada.meta;
  const path = `/Users/${ada.id}`;
  const read = await scim("GET", path);
  assert.equal(read.headers.get("etag"), version);
  assert.equal((await scim("GET", path, undefined, { "if-none-match": version })).status, 304);
  const change = patchOf({ op: "replace", path: "displayName", value: "Other" });
  assert.equal((await scim("PATCH", path, change, { "if-match": version })).status, 200);
  const late = await scim("PATCH", path, change, { "if-match": version });
  assert.deepEqual([late.status, late.json.status], [412, "412"]);
  assert.equal((await scim("DELETE", path, undefined, { "if-match": version })).status, 412);
  const same = await scim("PATCH", path, change);
  assert.equal(
    same.json.meta.version,
    (await scim("GET", path)).headers.get("etag"),
    "nothing differs, so nothing changes",
  );
});

test("Entra ID's requests, as its documents show them", async () => {
  const ada = await make({ externalId: "0a21f0f2-8d2a-4f8e-bf98-7363c4aed4ef" });
  const path = `/Users/${ada.id}`;
  const enterprise = "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User";
  interface Shown {
    active: boolean;
    displayName: string;
    name: Record<string, string>;
    emails: { value: string }[];
  }
  const steps: [object[], (user: Shown) => unknown, unknown][] = [
    [
      [
        { op: "Replace", path: 'emails[type eq "work"].value', value: "updatedEmail@acme.example" },
        { op: "Replace", path: "name.familyName", value: "updatedFamilyName" },
      ],
      ({ emails, name }) => [emails[0]?.value, name["familyName"]],
      ["updatedEmail@acme.example", "updatedFamilyName"],
    ],
    [[{ op: "Replace", path: "active", value: "False" }], ({ active }) => active, false],
    [[{ op: "Add", path: "active", value: "True" }], ({ active }) => active, true],
    [
      [
        {
          op: "Add",
          value: { "name.givenName": "Countess", displayName: "Lovelace", [`${enterprise}:department`]: "x" },
        },
      ],
      ({ name, displayName }) => [name["givenName"], displayName],
      ["Countess", "Lovelace"],
    ],
    [
      [
        { op: "Add", path: `${enterprise}:manager`, value: "someone" },
        { op: "Add", path: 'phoneNumbers[type eq "work"].value', value: "123" },
        { op: "Replace", path: 'emails[type eq "home"].value', value: "home@acme.example" },
      ],
      ({ emails }) => emails.length,
      2,
    ],
    [[{ op: "Remove", path: 'emails[type eq "home"]' }], ({ emails }) => emails.length, 1],
  ];
  for (const [operations, look, expected] of steps) {
    const { status, json, text } = await scim("PATCH", path, patchOf(...operations));
    assert.equal(status, 200, text);
    assert.deepEqual(look(json), expected, JSON.stringify(operations));
  }
  assert.equal((await userOf(ada.id)).email, "updatedemail@acme.example");
  const none = await scim("GET", `/Users?filter=userName%20eq%20%22non-existent%20user%22`);
  assert.deepEqual([none.status, none.json.totalResults, none.json.Resources], [200, 0, []]);
  const group = await makeGroup({ externalId: "8aa1a0c0-c4c3-4bc0-b4a5-2ef676900159", members: [] });
  const members = (operation: object) => scim("PATCH", `/Groups/${group.id}`, patchOf(operation));
  assert.equal((await members({ op: "Add", path: "members", value: [{ $ref: null, value: ada.id }] })).status, 204);
  const asked = await scim("GET", `/Groups/${group.id}?excludedAttributes=members`);
  assert.equal("members" in asked.json, false);
  assert.equal((await scim("GET", `/Groups/${group.id}`)).json.members[0].value, ada.id);
  assert.equal((await members({ op: "Remove", path: "members", value: [{ $ref: null, value: ada.id }] })).status, 204);
  assert.deepEqual((await scim("GET", `/Groups/${group.id}`)).json.members, []);
  assert.equal((await members({ op: "Replace", path: "displayName", value: "1879db59" })).status, 204);
  assert.equal((await scim("DELETE", path)).status, 204);
});

test("Okta's requests, as its documents show them", async () => {
  assert.equal((await scim("GET", "/Users?startIndex=1&count=2")).status, 200, "its first look");
  const user = newUser({ locale: "en-US", password: "1mz050nq", groups: [] });
  const search = `/Users?filter=userName%20eq%20%22${encodeURIComponent(user.userName)}%22&startIndex=1&count=100`;
  assert.equal((await scim("GET", search)).json.totalResults, 0);
  const made = await scim("POST", "/Users", user, { "content-type": "application/json; charset=utf-8" });
  assert.deepEqual([made.status, made.json.active], [201, true]);
  assert.equal(made.headers.get("location"), made.json.meta.location);
  assert.ok(!made.text.includes("1mz050nq"));
  const { id } = made.json;
  assert.equal((await scim("GET", search)).json.Resources[0].id, id);
  const put = await scim("PUT", `/Users/${id}`, { ...user, id, name: { givenName: "Another", familyName: "User" } });
  assert.deepEqual([put.status, put.json.name.givenName], [200, "Another"]);
  const off = await scim("PATCH", `/Users/${id}`, patchOf({ op: "replace", value: { active: false } }));
  assert.deepEqual([off.status, off.json.active], [200, false]);
  const { active: _active, ...silent } = user;
  assert.equal((await scim("PUT", `/Users/${id}`, silent)).json.active, false, "a PUT without active enables nobody");
  assert.equal((await scim("PUT", `/Users/${id}`, { ...user, active: true })).json.active, true);
  assert.equal((await scim("GET", "/Groups?startIndex=1&count=100")).status, 200);
  const group = await makeGroup({ members: [{ value: id, display: user.userName }] });
  const rename = patchOf({ op: "replace", value: { id: group.id, displayName: "Renamed" } });
  assert.equal((await scim("PATCH", `/Groups/${group.id}`, rename)).status, 204);
  const reset = patchOf(
    { op: "remove", path: `members[value eq "${id}"]` },
    { op: "add", path: "members", value: [{ value: id, display: user.userName }] },
  );
  assert.equal((await scim("PATCH", `/Groups/${group.id}`, reset)).status, 204);
  const replaced = await scim("PATCH", `/Groups/${group.id}`, patchOf({ op: "replace", path: "members", value: [] }));
  assert.equal(replaced.status, 204);
  const whole = await scim("PUT", `/Groups/${group.id}`, { displayName: "Renamed", members: [{ value: id }] });
  assert.deepEqual([whole.status, whole.json.members[0].value], [200, id]);
  assert.equal((await scim("DELETE", `/Groups/${group.id}`)).status, 204);
});
