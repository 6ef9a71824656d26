import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { AuditEvent } from "@ferrule/contract/resources/audit-event.ts";
import { duringTests } from "@ferrule/kit/testing/during-tests.ts";
import { startTestControlPlane } from "../../testing/test-control-plane.ts";

describe("an export of the audit", () => {
  const plane = duringTests(startTestControlPlane);
  const owner = duringTests(() => plane.session("owner"));

  const exported = (query: string, headers: Record<string, string> = {}) =>
    owner.request(`/api/audit-events/export?${query}`, { headers });

  test("holds what the list shows for the same filters, and is told of itself", async () => {
    for (const slug of ["one", "two", "three"]) await owner.client.createProject({ body: { slug } });
    const answer = await exported("format=ndjson&action=project.create", { "x-request-id": "export-1" });
    assert.match(answer.headers.get("content-type") ?? "", /^application\/x-ndjson/);
    assert.match(answer.headers.get("content-disposition") ?? "", /^attachment; filename="audit-events-.*\.ndjson"$/);
    const events = answer.text
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as AuditEvent);
    const { items } = await owner.client.listAuditEvents({ query: { action: "project.create", limit: 200 } });
    const bare = (list: AuditEvent[]) => list.map((event) => ({ ...event, hash: null }));
    assert.deepEqual(bare(events), bare(items));
    const told = await owner.client.listAuditEvents({ query: { requestId: "export-1" } });
    assert.deepEqual(
      told.items.map(({ action, changes }) => [action, changes]),
      [["audit-event.export", { format: "ndjson", action: "project.create" }]],
    );
  });

  test("as CSV keeps quotes and line breaks in their cells, and makes no formula of a text", async () => {
    const email = "mallory@acme.example";
    const agent = `=HYPERLINK("http://evil.example","click")`;
    const body = { email, password: "wrong, and long enough" };
    await plane.request("/api/auth/login", { method: "POST", body, headers: { "user-agent": agent } });
    const { text, headers } = await exported("format=csv&action=auth.login&outcome=denied");
    assert.match(headers.get("content-type") ?? "", /^text\/csv/);
    const [head = "", row = "", ...rest] = text.split("\r\n");
    assert.deepEqual(rest, [""]);
    assert.equal(head.split(",").at(0), "sequence");
    assert.ok(row.includes(`"'=HYPERLINK(""http://evil.example"",""click"")"`), row);
    assert.ok(row.includes(`"{""code"":""INVALID_CREDENTIALS""}"`), row);
  });

  test("comes whole, however many events there are", async () => {
    await plane.app.store.inInstallation(async ({ tx }) => {
      const rows = Array.from({ length: 1_203 }, (_, index) => ({
        id: `aud_many_${index}`,
        action: "many.events",
        projectId: null,
        actorKind: "system" as const,
        actorId: null,
        actorUserId: null,
        actorEmail: null,
        targetKind: "many",
        targetId: null,
        targetName: null,
        requestId: null,
        ip: null,
        userAgent: null,
        outcome: "success" as const,
        changes: {},
      }));
      await tx.insertInto("auditEvents").values(rows).execute();
    });
    const { text } = await exported("action=many.events");
    const ids = text
      .trimEnd()
      .split("\n")
      .map((line) => (JSON.parse(line) as AuditEvent).id);
    assert.deepEqual(
      ids,
      Array.from({ length: 1_203 }, (_, index) => `aud_many_${1_202 - index}`),
    );
  });

  test("is for owners and admins only, and an API token's is of its Project alone", async () => {
    for (const role of ["developer", "operator"] as const) {
      const other = await plane.session(role);
      for (const path of ["export", "verify"])
        assert.equal((await other.request(`/api/audit-events/${path}`)).status, 403);
    }
    const projectId = (await owner.client.getMe()).activeProject?.id ?? "";
    const { value } = await owner.client.createToken({ body: { name: "ci", role: "owner", projectId } });
    const headers = { authorization: `Bearer ${value}` };
    const { text } = await plane.request("/api/audit-events/export", { headers });
    const events = text
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as AuditEvent);
    assert.ok(events.length > 0 && events.every((event) => event.projectId === projectId));
    const others = await plane.request("/api/audit-events/export?projectId=prj_other", { headers });
    assert.equal(others.text, "");
  });
});
