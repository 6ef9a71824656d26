import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import type { AlertTarget, NewAlertChannel } from "@ferrule/contract/resources/alert-channel.ts";
import { duringTests } from "@ferrule/kit/testing/during-tests.ts";
import { sql } from "kysely";
import { Webhook } from "standardwebhooks";
import { record } from "../../observed/executions/testing/reports.ts";
import { eventually } from "../../testing/eventually.ts";
import { startInProject } from "../../testing/start-in-project.ts";
import { startTestControlPlane } from "../../testing/test-control-plane.ts";
import { recordExecutions } from "../recording/record-executions.ts";
import { dueAt } from "./due-at.ts";
import { claimMessages } from "./queries/messages.ts";
import { sendMessages } from "./sending/send-messages.ts";
import { startChatReceiver, startMailServer } from "./testing/start-receivers.ts";
import { watchAlerts } from "./watch-alerts.ts";

const chat = duringTests(startChatReceiver);
const mail = duringTests(() => startMailServer());
const plane = duringTests(() => startTestControlPlane({ egressAllowPrivate: ["127.0.0.1/32"] }));
const run = (statement: ReturnType<typeof sql>) => plane.app.store.inInstallation(({ tx }) => statement.execute(tx));

beforeEach(() => {
  chat.state.behave = (response) => void response.end("ok");
});

let made = 0;
const secret = `whsec_${Buffer.alloc(32, 7).toString("base64")}`;

/** A Project with an endpoint, whose path at the receiver is its own. */
async function newPlace() {
  const { projectId, client } = await startInProject("owner", plane);
  const path = `/hook-${(made += 1)}`;
  const { id: endpointId } = await client.createRuntimeEndpoint({
    body: { kind: "http", slug: "orders", name: "Orders" },
  });
  const channel = (target: AlertTarget, more: Partial<NewAlertChannel> = {}) =>
    client.createAlertChannel({ body: { name: `channel ${(made += 1)}`, target, ...more } });
  const slack = (more: Partial<NewAlertChannel> = {}) => channel({ kind: "slack", url: `${chat.url}${path}` }, more);
  const fail = (count: number, id = endpointId) =>
    recordExecutions(
      plane.app,
      Array.from({ length: count }, () =>
        record(projectId, { endpointId: id, environment: "production", status: "failed" }),
      ),
    );
  const watch = () => watchAlerts(plane.app);
  /** Makes what waits due, and sends it. The scheduler may be doing the same. */
  const send = async () => {
    await run(sql`update alert_messages set due_at = now() where project_id = ${projectId} and status = 'waiting'`);
    await sendMessages(plane.app);
  };
  const messages = async () => (await client.listAlertMessages({})).items;
  const got = () => chat.received.filter((one) => one.path === path);
  /** Ends every alert of the Project: its cause has been missing for long. */
  const recover = async () => {
    await run(sql`delete from endpoint_minutes where project_id = ${projectId}`);
    await watch();
    await run(sql`update alerts set missing_since = now() - interval '1 hour' where project_id = ${projectId}`);
    await watch();
  };
  return { projectId, client, endpointId, path, channel, slack, fail, watch, send, messages, got, recover };
}

test("a storm is one message, another message says that it is over, and the log has both", async () => {
  const { client, slack, fail, watch, send, messages, got, recover, endpointId, projectId } = await newPlace();
  await slack();
  for (let part = 0; part < 10; part += 1) {
    await fail(500);
    await watch();
  }
  assert.deepEqual(
    (await messages()).map(({ status, firing, resolved, attempts }) => [status, firing, resolved, attempts]),
    [["waiting", 1, 0, 0]],
  );
  await send();
  await eventually(async () => (got().length === 1 ? true : undefined));
  const { text } = JSON.parse(got()[0]!.body) as { text: string };
  assert.match(text, /Calls of Orders in Production fail/);
  const page = `http://localhost:8080/endpoints/${endpointId}?environment=production&amp;ofProject=${projectId}`;
  assert.ok(text.includes(`<${page}|`), "the link names its Project, as Slack wants it written");
  await recover();
  await send();
  await eventually(async () => (got().length === 2 ? true : undefined));
  assert.match(got()[1]!.body, /Resolved: Calls of Orders in Production fail/);
  const log = await eventually(async () => {
    const items = await messages();
    return items.every(({ status }) => status === "sent") ? items : undefined;
  });
  assert.deepEqual(
    log.map(({ firing, resolved, answer }) => [firing, resolved, answer]),
    [
      [0, 1, "HTTP 200"],
      [1, 0, "HTTP 200"],
    ],
  );
  const [told] = (await client.listAlertChannels({})).items;
  assert.equal(told?.state, "ok");
  assert.ok(told.sentAt);
});

test("40 endpoints that fail at once are one message with counts", async () => {
  const { client, slack, fail, watch, send, got } = await newPlace();
  await slack();
  for (let at = 0; at < 40; at += 1) {
    const { id } = await client.createRuntimeEndpoint({ body: { kind: "http", slug: `api-${at}` } });
    await fail(20, id);
  }
  await watch();
  await send();
  await eventually(async () => (got().length > 0 ? true : undefined));
  assert.equal(got().length, 1);
  const { text } = JSON.parse(got()[0]!.body) as { text: string };
  assert.match(text, /40 alerts/);
  assert.match(text, /and 30 more/);
});

test("a message that was claimed by a control plane that was killed is sent by the next, under the same id", async () => {
  const { channel, fail, watch, got, path, projectId } = await newPlace();
  await channel({ kind: "webhook", url: `${chat.url}${path}`, secret });
  await fail(30);
  await watch();
  await run(sql`update alert_messages set due_at = now() where project_id = ${projectId}`);
  // It dies between the claim and the answer.
  await plane.app.store.inInstallation((scope) => claimMessages(scope, 20, 1));
  await eventually(async () => {
    await sendMessages(plane.app);
    return got().length > 0 ? true : undefined;
  });
  const [{ headers, body }] = got() as [(typeof chat.received)[number]];
  const signed = {
    "webhook-id": String(headers["webhook-id"]),
    "webhook-timestamp": String(headers["webhook-timestamp"]),
    "webhook-signature": String(headers["webhook-signature"]),
  };
  const event = new Webhook(secret).verify(body, signed) as { type: string; data: { firing: { rule: string }[] } };
  assert.deepEqual([event.type, event.data.firing.map(({ rule }) => rule)], ["alerts.changed", ["endpoint-failing"]]);
  assert.match(signed["webhook-id"], /^alm_/);
  assert.throws(() => new Webhook(secret).verify(`${body} `, signed));
});

test("a channel that refuses is tried again in order, and delays no other", async () => {
  const { client, slack, channel, fail, watch, send, messages, got, path } = await newPlace();
  const { id: failing } = await slack();
  await channel({ kind: "discord", url: `${chat.url}/other${path}` });
  chat.state.behave = (response, at) => void response.writeHead(at === path ? 503 : 204).end();
  await fail(30);
  await watch();
  await send();
  const first = await eventually(async () => {
    const items = await messages();
    return items.some(({ reason }) => reason !== null) && items.some(({ status }) => status === "sent")
      ? items
      : undefined;
  });
  const waiting = first.find(({ channel: { id } }) => id === failing);
  assert.deepEqual([waiting?.status, waiting?.answer, waiting?.reason], ["waiting", "HTTP 503", "It answered 503."]);
  assert.ok(Date.parse(waiting?.dueAt ?? "") > Date.now());
  const told = await client.getAlertChannel({ params: { channelId: failing } });
  assert.deepEqual([told.state, told.failure?.message], ["failing", "It answered 503."]);
  const others = chat.received.find((one) => one.path === `/other${path}`);
  assert.deepEqual((JSON.parse(others?.body ?? "{}") as { allowed_mentions: object }).allowed_mentions, { parse: [] });
  chat.state.behave = (response) => void response.end("ok");
  await send();
  await eventually(async () => ((await messages()).every(({ status }) => status === "sent") ? true : undefined));
  assert.equal(new Set(got().map(({ body }) => body)).size, 1);
  assert.equal((await client.getAlertChannel({ params: { channelId: failing } })).state, "ok");
});

test("hostile channels: slow, 10 MB, a redirect to a private address, a private address itself", async () => {
  const { client, slack, channel, got, path } = await newPlace();
  const test = async (channelId: string) => client.testAlertChannel({ params: { channelId } });
  const { id } = await slack();
  chat.state.behave = (response) => void response.writeHead(302, { location: "http://169.254.169.254/" }).end();
  assert.deepEqual(await test(id), { ok: false, message: "It answered 302." });
  chat.state.behave = (response) => {
    response.writeHead(200);
    response.write(Buffer.alloc(10_000_000));
  };
  assert.deepEqual(await test(id), { ok: true, message: "It took the test." });
  chat.state.behave = (response) => response.destroy();
  assert.deepEqual(await test(id), { ok: false, message: "It closed the connection." });
  chat.state.behave = () => undefined;
  assert.deepEqual(await test(id), { ok: false, message: "It did not answer in time." });
  const refused = "Its address is private, or public without TLS. EGRESS_ALLOW_PRIVATE can allow it.";
  const { id: metadata } = await channel({ kind: "teams", url: "http://169.254.169.254/latest" });
  assert.deepEqual(await test(metadata), { ok: false, message: refused });
  const email = {
    kind: "email",
    host: "10.0.0.1",
    port: 25,
    tls: "off",
    from: "a@b.example",
  } as const;
  const { id: inside } = await channel({ ...email, to: ["c@d.example"], username: null, password: null });
  assert.deepEqual(await test(inside), { ok: false, message: refused });
  assert.equal(got().length, 4);
  const { items } = await client.listAlertMessages({ query: { status: "failed" } });
  assert.equal(items.length, 5);
  assert.ok(!JSON.stringify(items).includes(path), "the path of a webhook is a secret");
});

test("by e-mail it is sent over SMTP, and a server that says too much or does not speak SMTP ends the attempt", async () => {
  const { client, channel } = await newPlace();
  const email = { kind: "email", host: "127.0.0.1", tls: "off", from: "ferrule@a.example" } as const;
  const to = ["team@a.example", "lead@a.example"];
  const mailTo = (port: number) => channel({ ...email, port, to, username: null, password: null });
  const { id, address } = await mailTo(mail.port);
  assert.equal(address, `team@a.example, lead@a.example by 127.0.0.1:${mail.port}`);
  assert.deepEqual(await client.testAlertChannel({ params: { channelId: id } }), {
    ok: true,
    message: "It took the test.",
  });
  assert.match(mail.mails[0]?.replaceAll(/\n /g, " ") ?? "", /Subject: .*a test of this channel/);
  await using loud = await startMailServer("2".repeat(10_000_000));
  await using other = await startMailServer("HTTP/1.1 400 Bad Request\r\n\r\n");
  for (const { port } of [loud, other]) {
    const { id: channelId } = await mailTo(port);
    const { ok, message } = await client.testAlertChannel({ params: { channelId } });
    assert.equal(ok, false, message);
  }
});

test("PagerDuty gets an incident for each rule, which a later event resolves", async () => {
  const { channel, fail, watch, send, got, path, recover, projectId } = await newPlace();
  await channel({ kind: "pagerduty", routingKey: "a".repeat(32), url: `${chat.url}${path}` });
  await fail(30);
  await watch();
  await send();
  await eventually(async () => (got().length === 1 ? true : undefined));
  await recover();
  await send();
  await eventually(async () => (got().length === 2 ? true : undefined));
  const events = got().map(({ body }) => JSON.parse(body) as { event_action: string; dedup_key: string });
  const key = `ferrule:${projectId}:endpoint-failing`;
  assert.deepEqual(
    events.map((event) => [event.event_action, event.dedup_key]),
    [
      ["trigger", key],
      ["resolve", key],
    ],
  );
});

test("a channel tells its rules and environments only, and what happens in quiet hours is one message at their end", async () => {
  const { client, slack, fail, watch, recover, messages } = await newPlace();
  const { id: quiet } = await slack();
  const { id: loud } = await slack({ keepsQuiet: false });
  await slack({ environments: ["development"] });
  await slack({ rules: ["cron-failing"] });
  const hour = new Date().getUTCHours();
  const at = (from: number) => `${String((from + 24) % 24).padStart(2, "0")}:00`;
  await client.updateAlertSettings({
    body: { quietHours: { from: at(hour - 1), to: at(hour + 2), timezone: "UTC" } },
  });
  await fail(30);
  await watch();
  await recover();
  const items = await messages();
  assert.deepEqual(items.map(({ channel: { id } }) => id).toSorted(), [quiet, loud].toSorted());
  const dueOf = (id: string) => Date.parse(items.find(({ channel }) => channel.id === id)?.dueAt ?? "") - Date.now();
  assert.ok(dueOf(quiet) > 3_000_000 && dueOf(loud) < 60_000);
  assert.deepEqual(
    items.map(({ firing, resolved }) => [firing, resolved]),
    [
      [1, 1],
      [1, 1],
    ],
  );
  await client.updateAlertSettings({ body: { quietHours: null } });
  assert.ok((await messages()).every(({ dueAt: due }) => Date.parse(due ?? "0") < Date.now() + 60_000));
});

test("quiet hours follow the clocks of their place, also over midnight and when the clocks change", () => {
  const night = { from: "22:00", to: "07:00", timezone: "Europe/Berlin" };
  const due = (at: string) => dueAt(new Date(at), night).toISOString();
  assert.equal(due("2026-07-01T21:30:00Z"), "2026-07-02T05:00:00.000Z");
  assert.equal(due("2026-07-02T04:59:00Z"), "2026-07-02T05:00:00.000Z");
  assert.equal(due("2026-07-02T05:00:00Z"), "2026-07-02T05:00:30.000Z");
  assert.equal(due("2026-10-24T21:00:00Z"), "2026-10-25T06:00:00.000Z");
  assert.equal(dueAt(new Date("2026-07-01T21:30:00Z"), null).toISOString(), "2026-07-01T21:30:30.000Z");
});

test("a developer may look and not change, another Project's channel is not there, and no answer holds what leads there", async () => {
  const { client, slack, projectId, path } = await newPlace();
  const { id: channelId } = await slack();
  const developer = await plane.signInAs("developer", projectId);
  assert.equal((await developer.listAlertChannels({})).items.length, 1);
  const params = { channelId };
  await assert.rejects(developer.updateAlertChannel({ params, body: { enabled: false } }), { code: "FORBIDDEN" });
  await assert.rejects(developer.testAlertChannel({ params }), { code: "FORBIDDEN" });
  await assert.rejects(developer.updateAlertSettings({ body: { rulesOff: [] } }), { code: "FORBIDDEN" });
  const { client: stranger } = await newPlace();
  for (const ask of [
    () => stranger.getAlertChannel({ params }),
    () => stranger.testAlertChannel({ params }),
    () => stranger.updateAlertChannel({ params, body: { enabled: false } }),
    () => stranger.deleteAlertChannel({ params }),
  ])
    await assert.rejects(ask, { code: "NOT_FOUND" });
  const answers = [await client.getAlertChannel({ params }), await client.listAuditEvents({})];
  assert.ok(!JSON.stringify(answers).includes(path));
});

test("targets that lead nowhere useful are refused, without being repeated", async () => {
  const { client } = await newPlace();
  const refused: object[] = [
    { kind: "slack", url: "ftp://hooks.example/x" },
    { kind: "slack", url: "https://user:sesame@hooks.example/x" },
    { kind: "pagerduty", routingKey: "short" },
    { kind: "webhook", url: "https://a.example", secret: "sesame" },
    { kind: "email", host: "a b", port: 25, from: "a@b.example", to: ["c@d.example"] },
    { kind: "email", host: "a.example", port: 25, from: "a@b.example", to: ["c@d.example"], username: "sesame" },
    { kind: "email", host: "a.example", port: 25, from: "a@b.example\r\nBcc: x@y.example", to: ["c@d.example"] },
  ];
  for (const target of refused) {
    await assert.rejects(
      client.createAlertChannel({ body: { name: "hostile", target: target as AlertTarget } }),
      (error: { code: string }) => error.code === "VALIDATION_ERROR" && !JSON.stringify(error).includes("sesame"),
    );
  }
});
