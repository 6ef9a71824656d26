import assert from "node:assert/strict";
import { before, test } from "node:test";
import { duringTests } from "@ferrule/kit/testing/during-tests.ts";
import { startFakeProvider } from "../identity/testing/fake-provider.ts";
import { openBrowser, signInBy } from "../identity/testing/sign-in-by.ts";
import { startTestControlPlane, testPassword } from "../../testing/test-control-plane.ts";
import { newUser, patchOf, scimOf, type Scim } from "./testing/scim-of.ts";

const plane = duringTests(() => startTestControlPlane({ egressAllowPrivate: ["127.0.0.0/8"] }));
const fake = duringTests(startFakeProvider);
const owner = duringTests(async () => plane.signIn(await plane.createUser("owner")));
let scim: Scim;
let other: Scim;
let providerId = "";
let tokenId = "";

const addProvider = async (name: string, more: object = {}) => {
  const issuer = `https://${name}.example`;
  const body = {
    name,
    issuer,
    clientId: name,
    clientSecret: "secret",
    roles: [{ group: "Staff", role: "developer" as const }],
  };
  return (await owner.client.createIdentityProvider({ body: { ...body, ...more } })).id;
};

before(async () => {
  const { issuer, clientId, clientSecret } = fake;
  providerId = await addProvider("one", { issuer, clientId, clientSecret, roles: [{ group: "Staff", role: "owner" }] });
  const params = { providerId };
  const token = await owner.client.createScimToken({ params, body: { name: "first" } });
  tokenId = token.id;
  scim = scimOf(plane, token.value);
  const foreign = await addProvider("two");
  other = scimOf(
    plane,
    (await owner.client.createScimToken({ params: { providerId: foreign }, body: { name: "x" } })).value,
  );
});

const make = async (client = scim, more: Record<string, unknown> = {}): Promise<string> => {
  const { status, json, text } = await client("POST", "/Users", newUser(more));
  assert.equal(status, 201, text);
  return json.id as string;
};
const change = (body: object) => owner.client.updateIdentityProvider({ params: { providerId }, body });

/** A refusal has SCIM's form and nothing else's (RFC 7644, section 3.12). */
function assertRefused(
  { status, json, headers, text }: Awaited<ReturnType<Scim>>,
  expected: number,
  scimType?: string,
  why = "",
) {
  assert.equal(status, expected, `${why} ${text}`);
  assert.equal(headers.get("content-type"), "application/scim+json; charset=utf-8");
  assert.deepEqual(json.schemas, ["urn:ietf:params:scim:api:messages:2.0:Error"]);
  assert.deepEqual([json.status, json.scimType], [String(expected), scimType], why);
  assert.ok(headers.has("x-request-id") && json.error === undefined);
}

test("only a SCIM token opens SCIM, and it opens nothing else", async () => {
  const project = await plane.createProject();
  const pat = await owner.client.createToken({ body: { name: "ci", role: "owner", projectId: project.id } });
  const { cookie = "" } = owner.headers();
  const credentials: Record<string, string>[] = [
    { authorization: "" },
    { authorization: `Bearer ${pat.value}` },
    { authorization: `Bearer fer_scim_${"x".repeat(43)}` },
    { authorization: "Basic b3duZXI6cGFzc3dvcmQ=" },
    { authorization: "", cookie },
  ];
  for (const headers of credentials) {
    const answer = await scim("GET", "/Users", undefined, headers);
    assertRefused(answer, 401);
    assert.match(answer.headers.get("www-authenticate") ?? "", /^Bearer/);
  }
  const { value } = await owner.client.createScimToken({ params: { providerId }, body: { name: "elsewhere" } });
  const authorization = `Bearer ${value}`;
  for (const path of ["/api/users", "/api/auth/me", `/api/identity-providers/${providerId}/directory`]) {
    assert.equal((await plane.request(path, { headers: { authorization } })).status, 401, path);
  }
});

test("a token that was rotated or removed is refused at once, or after its overlap", async () => {
  const params = { providerId };
  const made = await owner.client.createScimToken({ params, body: { name: "rotated" } });
  const tokenParams = { providerId, tokenId: made.id };
  const next = await owner.client.rotateScimToken({ params: tokenParams, body: { overlapSeconds: 60 } });
  const works = async (value: string) => (await scimOf(plane, value)("GET", "/Users?count=0")).status;
  assert.deepEqual([await works(made.value), await works(next.value)], [200, 200]);
  const last = await owner.client.rotateScimToken({ params: tokenParams, body: {} });
  assert.deepEqual([await works(made.value), await works(next.value), await works(last.value)], [401, 401, 200]);
  const listed = await owner.request(`/api/identity-providers/${providerId}/directory`);
  assert.ok(listed.text.includes(last.prefix) && !listed.text.includes(last.value));
  await owner.client.deleteScimToken({ params: tokenParams });
  assert.equal(await works(last.value), 401);
  await change({ status: "disabled" });
  assertRefused(await scim("GET", "/Users"), 403);
  await change({ status: "active" });
});

test("what belongs to another provider is not there", async () => {
  const [mine, theirs] = [await make(), await make(other)];
  const group = (await other("POST", "/Groups", { displayName: "Theirs" })).json.id as string;
  for (const [method, path, body] of [
    ["GET", `/Users/${theirs}`],
    ["PUT", `/Users/${theirs}`, newUser()],
    ["PATCH", `/Users/${theirs}`, patchOf({ op: "replace", path: "active", value: false })],
    ["DELETE", `/Users/${theirs}`],
    ["GET", `/Groups/${group}`],
    ["PATCH", `/Groups/${group}`, patchOf({ op: "add", path: "members", value: [{ value: mine }] })],
    ["DELETE", `/Groups/${group}`],
    ["GET", "/Users/..%2fGroups"],
    ["GET", "/Users/%00"],
    ["GET", "/Nothing"],
  ] as const) {
    assertRefused(await scim(method, path, body), 404, undefined, `${method} ${path}`);
  }
  const found = await scim("GET", `/Users?filter=${encodeURIComponent(`id eq "${theirs}"`)}`);
  assert.equal(found.json.totalResults, 0);
  assertRefused(
    await scim("POST", "/Groups", { displayName: "Ours", members: [{ value: theirs }] }),
    400,
    "invalidValue",
  );
  assertRefused(
    await scim("POST", "/Groups", { displayName: "Ours", members: [{ value: owner.user.id }] }),
    400,
    "invalidValue",
  );
  const wrong = await scim("POST", `/Users/${mine}`, {});
  assertRefused(wrong, 405);
  assert.equal(wrong.headers.get("allow"), "DELETE, GET, HEAD, PATCH, PUT");
});

test("nobody's account is taken over", async () => {
  const { email } = await plane.createUser("admin");
  const asThem = newUser({ userName: email, emails: [{ value: email, primary: true }] });
  assertRefused(await scim("POST", "/Users", asThem), 409, "uniqueness", "a password account");
  const shouted = { ...asThem, emails: [{ value: email.toUpperCase(), primary: true }] };
  assertRefused(await scim("POST", "/Users", shouted), 409, "uniqueness", "whatever the case of its letters");
  await change({ linkByEmail: true });
  assertRefused(await scim("POST", "/Users", asThem), 409, "uniqueness", "an address that nobody has verified");
  await change({ trustEmail: true });
  const foreign = newUser();
  assert.equal((await other("POST", "/Users", foreign)).status, 201);
  assertRefused(
    await scim("POST", "/Users", { ...foreign, externalId: "x" }),
    409,
    "uniqueness",
    "of another provider",
  );
  const adopted = await scim("POST", "/Users", asThem);
  assert.equal(adopted.status, 201, "once an owner has said both, it is the stated rule");
  await change({ linkByEmail: false, trustEmail: false });
  const mine = await make();
  const move = patchOf({ op: "replace", path: "emails", value: [{ value: email, primary: true }] });
  assertRefused(await scim("PATCH", `/Users/${mine}`, move), 409, "uniqueness", "nor by another address");
  for (const field of ["userName", "externalId"] as const) {
    const [first, second] = [newUser(), newUser()];
    await scim("POST", "/Users", first);
    const twin = { ...second, [field]: field === "userName" ? first.userName.toUpperCase() : first.externalId };
    assertRefused(await scim("POST", "/Users", twin), 409, "uniqueness", field);
  }
});

test("a person of the provider takes nobody's place: neither by an address that is not verified, nor when somebody signs in as that user", async () => {
  const user = newUser();
  const id = await make(scim, user);
  const group = (await scim("POST", "/Groups", { displayName: "Staff", members: [{ value: id }] })).json.id as string;
  const signIn = (claims: object) => signInBy(openBrowser(plane), fake, providerId, { groups: ["Staff"], ...claims });
  const unverified = await signIn({ sub: "stranger-1", email: user.userName, email_verified: false });
  assert.equal(unverified.status, 403, unverified.text);
  assert.equal((await signIn({ sub: user.externalId, email: user.userName })).status, 200);
  const second = await signIn({ sub: "stranger-2", email: user.userName, email_verified: true });
  assert.equal(second.status, 403, second.text);
  const stolen = newUser({ externalId: "stranger-3", userName: "another", emails: user.emails });
  assertRefused(await scim("POST", "/Users", stolen), 409, "uniqueness");
  await scim("DELETE", `/Groups/${group}`);
});

test("neither the last owner nor the one of the last resort can be disabled, demoted or renamed", async () => {
  await change({ linkByEmail: true, trustEmail: true });
  const { items } = await owner.client.listUsers({ query: { role: "owner", limit: 200 } });
  for (const { id, email } of items) {
    if (id !== owner.user.id && email !== owner.user.email) {
      await owner.client.updateUser({ params: { userId: id }, body: { status: "disabled" } });
    }
  }
  const asOwner = newUser({ userName: owner.user.email, emails: [{ value: owner.user.email, primary: true }] });
  assertRefused(await scim("POST", "/Users", { ...asOwner, active: false }), 403);
  const adopted = await scim("POST", "/Users", asOwner);
  assert.equal(adopted.status, 201, adopted.text);
  const path = `/Users/${owner.user.id}`;
  const off = patchOf({ op: "replace", path: "active", value: false });
  assertRefused(await scim("PATCH", path, off), 403);
  assertRefused(await scim("DELETE", path), 403);
  assert.equal((await owner.client.getMe()).user.role, "owner");
  const { items: denials } = await owner.client.listAuditEvents({
    query: { outcome: "denied", targetId: owner.user.id },
  });
  assert.ok(
    denials.some(({ actor }) => actor.id === tokenId),
    "the attempt is on record",
  );
  await owner.client.updateSignInPolicy({ body: { localSignIn: "break-glass", breakGlassUserId: owner.user.id } });
  const moved = patchOf({ op: "replace", path: "emails", value: [{ value: "moved@acme.example", primary: true }] });
  for (const body of [off, moved]) assertRefused(await scim("PATCH", path, body), 403);
  const login = await plane.request("/api/auth/login", {
    method: "POST",
    body: { email: owner.user.email, password: testPassword },
  });
  assert.equal(login.status, 200);
  await owner.client.updateSignInPolicy({ body: { localSignIn: "everyone", breakGlassUserId: null } });
  await change({ linkByEmail: false, trustEmail: false });
});

test("whom an administrator disabled, SCIM does not enable", async () => {
  const id = await make();
  const group = (await scim("POST", "/Groups", { displayName: "Staff", members: [{ value: id }] })).json.id as string;
  await owner.client.updateUser({ params: { userId: id }, body: { role: "developer" } });
  await owner.client.updateUser({ params: { userId: id }, body: { status: "disabled" } });
  for (const active of [false, true]) {
    await scim("PATCH", `/Users/${id}`, patchOf({ op: "replace", path: "active", value: active }));
  }
  assert.equal((await owner.client.getUser({ params: { userId: id } })).status, "disabled");
  await scim("DELETE", `/Groups/${group}`);
});

test("what may not be set is passed over: ids, roles, versions, passwords, prototypes", async () => {
  const hostile = JSON.stringify(newUser()).replace(
    "{",
    `{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"id":"usr_mine","role":"owner",
      "status":"active","roles":[{"value":"owner"}],"meta":{"version":"W/\\"9\\""},"password":"hunter2hunter2",`,
  );
  const made = await scim("POST", "/Users", hostile);
  assert.equal(made.status, 201, made.text);
  const { id } = made.json as { id: string };
  assert.match(id, /^usr_[0-9a-z]{24}$/);
  for (const path of [
    "__proto__.polluted",
    "constructor.prototype.polluted",
    "name.__proto__",
    "emails.__proto__",
    "role",
    "id",
  ]) {
    const { status } = await scim("PATCH", `/Users/${id}`, patchOf({ op: "add", path, value: "owner" }));
    assert.ok(status === 200 || status === 400, path);
  }
  const add = (value: string) =>
    scim("PATCH", `/Users/${id}`, patchOf({ op: "add", value: JSON.parse(value) as unknown }));
  assertRefused(await add('{"__proto__":{"polluted":1}}'), 400, "invalidPath");
  assert.equal((await add('{"role":"owner","name":{"__proto__":{"polluted":1},"constructor":1}}')).status, 200);
  assert.equal(({} as Record<string, unknown>)["polluted"], undefined);
  const user = await owner.client.getUser({ params: { userId: id } });
  assert.deepEqual([user.status, user.role], ["disabled", "operator"]);
  const { meta } = (await scim("GET", `/Users/${id}`)).json;
  assert.equal(meta.version, 'W/"1"');
});

test("hostile and malformed requests each get their error, quickly, and change nothing", async () => {
  const id = await make();
  const before = (await scim("GET", `/Users/${id}`)).text;
  const lines = `userName eq "${"\n".repeat(60)}`;
  const filters = [
    lines,
    "userName",
    'userName eq "a" and',
    "userName eq unquoted",
    `${"(".repeat(1_900)}a pr`,
    `${"not ".repeat(480)}a pr`,
    Array.from({ length: 60 }, () => 'id eq "a"').join(" or "),
    'password eq "x"',
    'userName constructor "x"',
    'emails[emails[value eq "x"]]',
    'userName[value eq "x"]',
    "active gt true",
    'meta.created gt "yesterday"',
    'meta.created gt "0000-02-29T00:00:00Z"',
    'meta.created gt "-271821-04-20T00:00:00.000Z"',
    "userName eq 1",
    `userName eq "${"x".repeat(3_000)}"`,
  ];
  const began = process.cpuUsage();
  for (const filter of filters) {
    assertRefused(
      await scim("GET", `/Users?${new URLSearchParams({ filter }).toString()}`),
      400,
      "invalidFilter",
      filter.slice(0, 40),
    );
  }
  const path = `/Users/${id}`;
  const step = (operation: object) => patchOf(operation);
  const table: [unknown, number, string | undefined][] = [
    [step({ op: "replace", path: `emails[value eq "${"\n".repeat(60)}].value`, value: "x" }), 400, "invalidFilter"],
    [step({ op: "replace", path: "emails[", value: "x" }), 400, "invalidPath"],
    [step({ op: "replace", path: "a..b", value: "x" }), 400, "invalidPath"],
    [step({ op: "replace", path: 'emails[not (type eq "x") and type eq "x"].value', value: "x" }), 400, "noTarget"],
    [step({ op: "remove" }), 400, "noTarget"],
    [step({ op: "remove", path: "userName" }), 400, "mutability"],
    [step({ op: "replace", path: "active", value: "perhaps" }), 400, "invalidValue"],
    [step({ op: "replace", path: "userName", value: { toString: 1 } }), 400, "invalidValue"],
    [step({ op: "replace", path: "displayName", value: "a\u202Eb" }), 400, "invalidValue"],
    [step({ op: "replace", path: "displayName", value: "nul\0" }), 400, "invalidValue"],
    [step({ op: "replace", path: "emails", value: [{ value: "no address", primary: true }] }), 400, "invalidValue"],
    [step({ op: "add", path: "displayName" }), 400, "invalidValue"],
    [step({ op: "test", path: "displayName", value: "x" }), 400, "invalidSyntax"],
    [{ Operations: [{ op: "add", path: "displayName", value: "x" }] }, 400, "invalidSyntax"],
    [patchOf(), 400, "invalidSyntax"],
    [
      patchOf(...Array.from({ length: 1_001 }, () => ({ op: "add", path: "displayName", value: "x" }))),
      400,
      "invalidSyntax",
    ],
    ["[]", 400, "invalidSyntax"],
    ["{", 400, "invalidSyntax"],
    [`{"a":${"[".repeat(300)}${"]".repeat(300)}}`, 400, "invalidValue"],
    [`{"a":"${"x".repeat(1_100_000)}"}`, 413, undefined],
  ];
  for (const [body, status, scimType] of table) {
    assertRefused(await scim("PATCH", path, body), status, scimType, JSON.stringify(body).slice(0, 120));
  }
  for (const type of ["text/plain", "application/x-www-form-urlencoded", "application/scim+json; charset=utf-16"]) {
    assertRefused(await scim("POST", "/Users", JSON.stringify(newUser()), { "content-type": type }), 415);
  }
  for (const query of ["count=many", "startIndex=1e3"]) {
    assertRefused(await scim("GET", `/Users?${query}`), 400, "invalidValue");
  }
  const { user, system } = process.cpuUsage(began);
  assert.ok(user + system < 20_000_000, `${user + system} µs`);
  assert.equal((await scim("GET", path)).text, before);
});

test("ten thousand users are listed in pages, and a group of a thousand changes as one", async () => {
  const app = plane.app;
  await app.store.inInstallation(async ({ tx }) => {
    const { sql } = await import("kysely");
    await sql`insert into users (id, email, name, role, status, password_hash)
      select 'usr_' || lpad(n::text, 24, '0'), 'many-' || n || '@acme.example', 'Many', 'operator', 'disabled', 'none'
      from generate_series(1, 10000) n`.execute(tx);
    await sql`insert into directory_users (provider_id, user_id, user_name, name, emails, active, suspended)
      select ${providerId}, 'usr_' || lpad(n::text, 24, '0'), 'many-' || n, '{}',
        jsonb_build_array(jsonb_build_object('value', 'many-' || n || '@acme.example')), true, true
      from generate_series(1, 10000) n`.execute(tx);
  });
  const filter = encodeURIComponent('userName sw "many-"');
  const seen = new Set<string>();
  let total = 1;
  for (let start = 1; start <= total; start += 200) {
    const { json } = await scim("GET", `/Users?filter=${filter}&startIndex=${start}&count=1000&attributes=userName`);
    total = json.totalResults;
    for (const { id } of json.Resources) seen.add(id);
  }
  assert.deepEqual([total, seen.size], [10_000, 10_000]);
  const members = [...seen].slice(0, 1_000).map((value) => ({ value }));
  const group = await scim("POST", "/Groups", { displayName: "Staff", members });
  assert.deepEqual([group.status, group.json.members.length], [201, 1_000]);
  const owners = await owner.client.listUsers({ query: { role: "owner", status: "active", q: "many-", limit: 1 } });
  assert.equal(owners.items.length, 1);
  assert.equal((await scim("DELETE", `/Groups/${group.json.id}`)).status, 204);
  const after = await owner.client.listUsers({ query: { status: "active", q: "many-", limit: 1 } });
  assert.equal(after.items.length, 0);
});
