import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { createLog } from "@ferrule/kit/log.ts";
import { sql } from "kysely";
import { startControlPlane, type ControlPlane } from "../../start-control-plane.ts";
import { startTestControlPlane, type SignedIn, type TestControlPlane } from "../../testing/test-control-plane.ts";

let plane: TestControlPlane;
let replica: ControlPlane;
let owner: SignedIn;
let projectId: string;
before(async () => {
  plane = await startTestControlPlane();
  const log = createLog("control-plane", "silent");
  replica = await startControlPlane({ ...plane.settings, port: 0, internalPort: 0 }, { log });
  owner = await plane.session("owner");
  projectId = (await plane.createProject()).id;
});
after(async () => {
  await replica[Symbol.asyncDispose]();
  await plane[Symbol.asyncDispose]();
});

/** An open stream of executions; `end` returns when it ends. */
async function follow(headers: Record<string, string>, url = plane.url) {
  const response = await fetch(`${url}/api/executions/stream`, { headers });
  assert.equal(response.status, 200);
  const reader = (response.body ?? assert.fail("no body")).getReader();
  await reader.read();
  return {
    async end(): Promise<number> {
      for (;;) if ((await reader.read()).done) return performance.now();
    },
    close: () => reader.cancel(),
  };
}
/** Well below the 3 s after which a stream looks by itself. */
const atOnceMs = 1_500;
const params = ({ user }: SignedIn) => ({ userId: user.id });

const ends: Record<string, (session: SignedIn) => Promise<unknown>> = {
  "signing out": ({ client }) => client.logout(),
  "another active Project": async ({ client }) =>
    client.selectProject({ params: { projectId: (await plane.createProject()).id } }),
  "a new password from an owner": (session) =>
    owner.client.updateUser({ params: params(session), body: { password: "twelve yellow ducks" } }),
  "a disabled account": (session) => owner.client.updateUser({ params: params(session), body: { status: "disabled" } }),
  "another role": (session) => owner.client.updateUser({ params: params(session), body: { role: "operator" } }),
  "an end of all sessions by hand": ({ user }) =>
    plane.app.store.inInstallation(({ tx }) => sql`delete from sessions where user_id = ${user.id}`.execute(tx)),
};
for (const [name, end] of Object.entries(ends)) {
  test(`open streams end at once with ${name}, on every replica`, async () => {
    const session = await plane.session("developer", projectId);
    const there = `http://127.0.0.1:${replica.port}`;
    const streams = [await follow(session.headers()), await follow(session.headers(), there)];
    const ended = Promise.all(streams.map((stream) => stream.end()));
    await end(session);
    const toldAt = performance.now();
    for (const endedAt of await ended) assert.ok(endedAt - toldAt < atOnceMs, `${endedAt - toldAt} ms`);
  });
}

test("an API token's stream ends with the token, and what somebody else ends leaves it open", async () => {
  const session = await plane.session("developer", projectId);
  const { id, value } = await session.client.createToken({ body: { name: "follows", role: "developer", projectId } });
  const [mine, byToken] = [await follow(session.headers()), await follow({ authorization: `Bearer ${value}` })];
  const other = await plane.session("developer", projectId);
  await other.client.logout();
  let isEnded = false;
  const ended = byToken.end().then((endedAt) => ((isEnded = true), endedAt));
  await session.client.getMe();
  assert.equal(isEnded, false);
  await session.client.deleteToken({ params: { tokenId: id } });
  const deletedAt = performance.now();
  assert.ok((await ended) - deletedAt < atOnceMs);
  const own = mine.end();
  await session.client.logout();
  const leftAt = performance.now();
  assert.ok((await own) - leftAt < atOnceMs);
});
