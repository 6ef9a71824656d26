import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { sql } from "kysely";
import { duringTests } from "@ferrule/kit/testing/during-tests.ts";
import { sealAuditEvents } from "./seal-audit-events.ts";
import { DenialLedger, denialLedger } from "../../doors/http/pipeline/denial-ledger.ts";
import { issuesOf } from "../../testing/refusal.ts";
import { startTestControlPlane } from "../../testing/test-control-plane.ts";

describe("the audit", () => {
  const plane = duringTests(startTestControlPlane);
  const owner = duringTests(() => plane.session("owner"));

  const eventsOf = async (requestId: string) => (await owner.client.listAuditEvents({ query: { requestId } })).items;

  test("one event a change, with actor, target, request id, address and what changed", async () => {
    const answer = await owner.request("/api/projects", {
      method: "POST",
      body: { slug: "watched" },
      headers: { "x-request-id": "watched-1", "user-agent": "a test" },
    });
    const [event, ...more] = await eventsOf("watched-1");
    assert.deepEqual(more, []);
    assert.deepEqual(
      { ...event, id: "", at: "", sequence: 0, hash: null },
      {
        id: "",
        at: "",
        action: "project.create",
        projectId: answer.json["id"],
        actor: { kind: "user", id: owner.user.id, userId: owner.user.id, email: owner.user.email },
        target: { kind: "project", id: answer.json["id"], name: "watched" },
        requestId: "watched-1",
        ip: "127.0.0.1",
        userAgent: "a test",
        outcome: "success",
        changes: { after: { slug: "watched", name: "watched", description: "" } },
        sequence: 0,
        hash: null,
      },
    );
  });

  test("what was read, refused or failed leaves no event of a change", async () => {
    const headers = { "x-request-id": "nothing-1" };
    await owner.request("/api/projects", { headers });
    await owner.request("/api/projects", { method: "POST", body: { slug: "watched" }, headers });
    await owner.request("/api/projects", { method: "POST", body: {}, headers });
    assert.deepEqual(await eventsOf("nothing-1"), []);
  });

  test("a refusal by role or CSRF has an event of its own, once a minute for each actor and action", async () => {
    const operator = await plane.session("operator");
    const attempt = (headers: Record<string, string>) =>
      operator.request("/api/projects", { method: "POST", body: { slug: "no" }, headers });
    for (let round = 0; round < 5; round += 1) await attempt({ "x-request-id": "denied-1" });
    const [denied, ...more] = await eventsOf("denied-1");
    assert.deepEqual(more, []);
    assert.deepEqual(
      [denied?.outcome, denied?.actor.id, denied?.changes],
      ["denied", operator.user.id, { code: "FORBIDDEN" }],
    );
    const csrf = { "x-request-id": "denied-2", "x-csrf-token": "wrong" };
    await operator.request("/api/auth/logout", { method: "POST", headers: csrf });
    assert.deepEqual((await eventsOf("denied-2"))[0]?.changes, { code: "CSRF_INVALID" });
    await operator.request("/api/users", { headers: { "x-request-id": "denied-3" } });
    assert.deepEqual(await eventsOf("denied-3"), [], "reading declares no audit");
  });

  test("a failed sign-in is told of, with the user it was meant for when there is one, and no password", async () => {
    const { email, id } = await plane.createUser("developer");
    const body = { email, password: "a wrong password" };
    await plane.request("/api/auth/login", { method: "POST", body, headers: { "x-request-id": "login-1" } });
    const [event] = await eventsOf("login-1");
    assert.deepEqual([event?.action, event?.outcome, event?.actor.kind], ["auth.login", "denied", "anonymous"]);
    assert.deepEqual(event?.target, { kind: "user", id, name: email });
    assert.ok(!JSON.stringify(event).includes("a wrong password"));
  });

  test("each failed sign-in is told of, whomever it was meant for, and a flood is summed up", async () => {
    // A new minute of the sums begins here.
    await denialLedger(plane.app).flush();
    const [one, other] = [await plane.createUser("developer"), await plane.createUser("owner")];
    const from = (ip: string) => ({ "x-forwarded-for": ip, "x-internal-token": plane.settings.internalApiTokens[0] });
    const fail = (email: string, ip: string) =>
      plane.request("/api/auth/login", { method: "POST", body: { email, password: "wrong" }, headers: from(ip) });
    await fail(one.email, "192.0.2.1");
    await fail("nobody@acme.example", "192.0.2.1");
    for (let round = 0; round < 14; round += 1) await fail(other.email, "192.0.2.1");
    await fail(other.email, "192.0.2.2");
    const of = async (targetId: string) =>
      (await owner.client.listAuditEvents({ query: { targetId, outcome: "denied", limit: 200 } })).items;
    assert.equal((await of(one.id)).length, 1);
    const told = await of(other.id);
    assert.deepEqual(
      told.filter(({ changes }) => changes["code"] === "INVALID_CREDENTIALS").map(({ ip }) => ip),
      ["192.0.2.2", ...Array<string>(10).fill("192.0.2.1")],
    );
    assert.equal(told.filter(({ changes }) => changes["code"] === "RATE_LIMITED").length, 4);
    for (let round = 0; round < 26; round += 1) await fail(other.email, "192.0.2.1");
    for (let round = 0; round < 3; round += 1) await fail(other.email, "192.0.2.3");
    await denialLedger(plane.app).flush();
    const sums = (await of(other.id)).filter(({ changes }) => changes["more"] !== undefined);
    assert.deepEqual(
      sums
        .map(({ changes }) => `${String(changes["code"])} ${String(changes["more"])} ${String(changes["addresses"])}`)
        .toSorted(),
      ["INVALID_CREDENTIALS 2 3", "RATE_LIMITED 20 1"],
    );
    const [{ changes } = { changes: {} as Record<string, unknown> }] = sums;
    assert.ok(Date.parse(String(changes["from"])) <= Date.parse(String(changes["to"])));
  });

  test("a flood of refusals over thousands of targets writes a bounded number of events, and says how many there were", async () => {
    const denial = {
      action: "function.delete",
      projectId: null,
      actorKind: "user" as const,
      actorId: "usr_1",
      actorUserId: "usr_1",
      actorEmail: "one@acme.example",
      targetKind: "function",
      targetName: null,
      requestId: "flood-1",
      userAgent: null,
      outcome: "denied" as const,
      changes: { code: "FORBIDDEN" },
    };
    const ledger = new DenialLedger(plane.app);
    const count = 50_000;
    let admitted = 0;
    for (let index = 0; index < count; index += 1) {
      const ip = `192.0.2.${index % 250}`;
      if (ledger.admits({ ...denial, targetId: `fn_${index % 20_000}`, ip })) admitted += 1;
    }
    await ledger.flush();
    assert.ok(admitted <= 600, String(admitted));
    const { items } = await owner.client.listAuditEvents({ query: { action: "function.delete", limit: 200 } });
    assert.ok(items.length <= 102, String(items.length));
    assert.equal(
      items.reduce((sum, { changes }) => sum + Number(changes["more"]), admitted),
      count,
    );
  });

  test("a successful sign-in names the user as its actor", async () => {
    const user = await plane.createUser("developer");
    await plane.signIn(user);
    const { items } = await owner.client.listAuditEvents({ query: { action: "auth.login", actorId: user.id } });
    assert.deepEqual(
      items.map(({ outcome, actor }) => [outcome, actor.email]),
      [["success", user.email]],
    );
  });

  test("what a token did is found by the token and by its user", async () => {
    const developer = await plane.session("developer");
    const projectId = (await developer.client.getMe()).activeProject?.id ?? "";
    const token = await developer.client.createToken({ body: { name: "ci", role: "developer", projectId } });
    await plane.request("/api/runtime-endpoints", {
      method: "POST",
      body: { kind: "mcp", slug: "by-token" },
      headers: { authorization: `Bearer ${token.value}` },
    });
    for (const actorId of [token.id, developer.user.id]) {
      const { items } = await owner.client.listAuditEvents({ query: { actorId, action: "runtime-endpoint.create" } });
      assert.deepEqual(
        items.map(({ actor }) => [actor.kind, actor.id]),
        [["token", token.id]],
      );
    }
    const { items } = await owner.client.listAuditEvents({ query: { targetId: token.id } });
    assert.ok(items.length === 1 && !JSON.stringify(items).includes(token.value));
  });

  test("filters by Project, action, outcome and time, and pages without gaps", async () => {
    const { client } = owner;
    const all = await client.listAuditEvents({ query: { limit: 200 } });
    const sequences = all.items.map(({ sequence }) => sequence);
    assert.deepEqual(
      sequences,
      sequences.toSorted((one, other) => other - one),
    );
    const first = await client.listAuditEvents({ query: { limit: 2 } });
    const second = await client.listAuditEvents({ query: { limit: 2, cursor: first.nextCursor ?? "" } });
    // An event is sealed within a second, which may fall between two of these reads.
    const unsealed = (items: typeof all.items) => items.map((event) => ({ ...event, hash: null }));
    assert.deepEqual(unsealed([...first.items, ...second.items]), unsealed(all.items.slice(0, 4)));
    const denied = await client.listAuditEvents({ query: { outcome: "denied" } });
    assert.ok(denied.items.length > 0 && denied.items.every(({ outcome }) => outcome === "denied"));
    const at = all.items.at(-1)?.at ?? "";
    const before = await client.listAuditEvents({ query: { to: at } });
    assert.deepEqual(before.items, []);
    const other = await client.listAuditEvents({ query: { projectId: "prj_none" } });
    assert.deepEqual(other.items, []);
  });

  test("finds events by the words of their sentence, in any case and order, and by nothing that is not there", async () => {
    const { client } = owner;
    const answer = await owner.request("/api/projects", { method: "POST", body: { slug: "quiet-50-percent" } });
    const found = async (q: string) =>
      (await client.listAuditEvents({ query: { q, limit: 200 } })).items.map(({ target }) => target.id);
    const id = String(answer.json["id"]);
    for (const q of ["CREATED project quiet-50", "quiet-50-percent", `${owner.user.email} created quiet-50`, ` ${id} `])
      assert.deepEqual(await found(q), [id], q);
    for (const q of ["deleted quiet-50-percent", "quiet_50", "quiet%percent", String.raw`quiet\-50`, "'; drop table"])
      assert.deepEqual(await found(q), [], q);
    assert.ok((await found("  ")).length > 1);
    const long = "a b c d e f g h i j k";
    const [issue] = await issuesOf(client.listAuditEvents({ query: { q: long } }));
    assert.equal(issue?.message, "must be at most 10 words");
    const file = await owner.request("/api/audit-events/export?format=csv&q=created+quiet-50");
    assert.deepEqual(file.text.match(/project\.create|audit-event\.export/g), ["project.create"]);
  });

  test("events can be neither changed nor removed, only sealed once", async () => {
    const { store } = plane.app;
    const run = (statement: string) => store.inInstallation(({ tx }) => sql.raw(statement).execute(tx));
    const appendOnly = { message: /append-only/ };
    await assert.rejects(run("update audit_events set action = 'x'"), appendOnly);
    await assert.rejects(run("truncate audit_events"), appendOnly);
    const { rows: before } = await run("select count(*) from audit_events");
    await run("delete from audit_events").catch(() => undefined);
    assert.deepEqual((await run("select count(*) from audit_events")).rows, before);
    await sealAuditEvents(plane.app);
    await assert.rejects(run("update audit_events set hash = 'again' where sequence = 1"), appendOnly);
  });
});
