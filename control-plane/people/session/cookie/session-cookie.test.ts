import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { describe, test } from "node:test";
import { sql } from "kysely";
import { duringTests } from "@ferrule/kit/testing/during-tests.ts";
import { startTestControlPlane, testPassword, type SignedIn } from "../../../testing/test-control-plane.ts";
import { signSessionCookie } from "./session-cookie.ts";

const cookieOf = ({ headers }: SignedIn) => /ferrule_session=([^;]+)/.exec(headers()["cookie"] ?? "")?.[1] ?? "";
const parts = (cookie: string) => cookie.split(".") as [string, string, string];
const decode = (part: string) => JSON.parse(Buffer.from(part, "base64url").toString()) as Record<string, unknown>;
const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");

describe("the session cookie", () => {
  const plane = duringTests(startTestControlPlane);
  const mine = duringTests(() => plane.session("developer"));
  const owner = duringTests(() => plane.session("owner"));

  const answerTo = async (cookie: string) => {
    const { status, json } = await plane.request("/api/auth/me", { headers: { cookie: `ferrule_session=${cookie}` } });
    return status === 200 ? (json["user"] as { id: string }).id : json.error.code;
  };

  test("holds the session, the user, the Project and the expiry, and nothing else", async () => {
    const [header, payload] = parts(cookieOf(mine));
    assert.deepEqual(decode(header), { alg: "HS256" });
    const { activeProject } = await mine.client.getMe();
    const { sid, exp, ...rest } = decode(payload);
    assert.match(String(sid), /^ses_/);
    assert.deepEqual(rest, { uid: mine.user.id, pid: activeProject?.id });
    const left = Number(exp) - Date.now() / 1_000;
    assert.ok(left > 604_000 && left <= 604_800, String(left));
  });

  test("is refused with a changed payload, of another session, user, Project or expiry, under the old signature", async () => {
    const [header, payload, signature] = parts(cookieOf(mine));
    assert.equal(await answerTo([header, payload, signature].join(".")), mine.user.id);
    const theirs = decode(parts(cookieOf(owner))[1]);
    for (const change of [
      { sid: theirs["sid"] },
      { uid: theirs["uid"] },
      { pid: "prj_000000000000000000000000" },
      { exp: Number(theirs["exp"]) + 86_400 },
      theirs,
    ]) {
      const changed = encode({ ...decode(payload), ...change });
      assert.equal(await answerTo([header, changed, signature].join(".")), "UNAUTHENTICATED", JSON.stringify(change));
    }
    assert.equal(await answerTo([header, parts(cookieOf(owner))[1], signature].join(".")), "UNAUTHENTICATED");
  });

  test("is refused unsigned, under another algorithm, and signed with what anybody could have", async () => {
    const [header, payload, signature] = parts(cookieOf(owner));
    const signed = (algorithm: string, key: string) => {
      const text = `${encode({ alg: algorithm })}.${payload}`;
      return `${text}.${createHmac(algorithm.replace("HS", "sha"), key).update(text).digest("base64url")}`;
    };
    for (const forged of [
      `${encode({ alg: "none" })}.${payload}.`,
      `${encode({ alg: "none" })}.${payload}.${signature}`,
      `${encode({ alg: "None", typ: "JWT" })}.${payload}.`,
      `${header}.${payload}.`,
      `${header}.${payload}`,
      signed("HS256", ""),
      signed("HS256", "secret"),
      // The setting itself signs nothing, because the key is derived from it.
      signed("HS256", plane.settings.sessionSecret),
      signed("HS512", plane.settings.sessionSecret),
      `${encode({ alg: "HS256", crit: ["exp"] })}.${payload}.${signature}`,
      payload,
      "",
    ]) {
      assert.equal(await answerTo(forged), "UNAUTHENTICATED", forged);
    }
  });

  test("signing in gives a new session id whatever cookie came along, and never takes up that one", async () => {
    const victim = await plane.createUser("developer");
    const planted = mine.headers()["cookie"] ?? "";
    const answer = await plane.request("/api/auth/login", {
      method: "POST",
      headers: { cookie: planted },
      body: { email: victim.email, password: testPassword },
    });
    assert.equal(answer.status, 200);
    const given = /ferrule_session=([^;]+)/.exec(answer.headers.getSetCookie().join())?.[1] ?? "";
    assert.notEqual(decode(parts(given)[1])["sid"], decode(parts(cookieOf(mine))[1])["sid"]);
    assert.equal(await answerTo(given), victim.id);
    assert.equal(await answerTo(cookieOf(mine)), mine.user.id);
  });

  test("of before a Project was selected is the same session, and does not bring the old Project back", async () => {
    const somebody = await plane.session("developer");
    const before = cookieOf(somebody);
    const { id } = await plane.createProject();
    await somebody.client.selectProject({ params: { projectId: id } });
    const answer = await plane.request("/api/functions", { headers: { cookie: `ferrule_session=${before}` } });
    assert.deepEqual([answer.status, answer.headers.get("x-project-id")], [200, id]);
  });

  test("that was taken before is refused once its time is over", async (t) => {
    const { sid } = decode(parts(cookieOf(mine))[1]);
    const session = {
      id: String(sid),
      userId: mine.user.id,
      projectId: null,
      expiresAt: new Date(Date.now() + 60_000),
    };
    const cookie = await signSessionCookie(plane.settings.sessionSecret, session);
    assert.equal(await answerTo(cookie), mine.user.id);
    t.mock.timers.enable({ apis: ["Date"], now: Date.now() + 60_000 });
    assert.equal(await answerTo(cookie), "SESSION_EXPIRED");
  });

  test("ends with its session though its own expiry lies ahead, by idling and in any case, as the settings say", async () => {
    await using brief = await startTestControlPlane({ sessionIdleMs: 3_600_000, sessionAbsoluteMs: 7_200_000 });
    const { client, user, headers } = await brief.session("developer");
    const [session] = (await client.listSessions()).items;
    const lifetimeMs = Date.parse(session?.expiresAt ?? "") - Date.parse(session?.createdAt ?? "");
    assert.ok(Math.abs(lifetimeMs - 7_200_000) < 5_000, String(lifetimeMs));
    const age = (column: string, interval: string) =>
      brief.app.store.inInstallation(({ tx }) =>
        sql`update sessions set ${sql.ref(column)} = now() + ${interval}::interval where user_id = ${user.id}`.execute(
          tx,
        ),
      );
    // Activity postpones the idle timeout, never the absolute end.
    await age("last_seen_at", "-59 minutes");
    await client.getMe();
    const [seen] = (await client.listSessions()).items;
    assert.ok(Date.now() - Date.parse(seen?.lastSeenAt ?? "") < 60_000);
    assert.equal(seen?.expiresAt, session?.expiresAt);
    await age("last_seen_at", "-61 minutes");
    const refused = await brief.request("/api/auth/me", { headers: headers() });
    assert.deepEqual([refused.status, refused.json.error.code], [401, "SESSION_EXPIRED"]);
  });
});
