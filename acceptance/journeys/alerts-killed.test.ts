import assert from "node:assert/strict";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { after, before, describe, test } from "node:test";
import type { Client } from "@ferrule/contract/client.ts";
import { addRoute, createEndpoint, createFunction, deploy, issueKey, openProject } from "../deploy.ts";
import { eventually } from "../eventually.ts";
import { startTestPlatform, type TestPlatform } from "../platform.ts";

const calls = process.env["FERRULE_TEST_LENGTH"] === "full" ? 5_000 : 200;
const atOnce = 16;

/** The body of a message. */
interface Told {
  data: { firing: { rule: string }[]; firingCount: number };
}

describe("a storm of failures while the control plane is killed", () => {
  let platform: TestPlatform;
  let client: Client;
  let receiver: Server;
  const received: { id: string; body: string }[] = [];
  let call: () => Promise<number>;

  before(async () => {
    receiver = createServer((request, response) => {
      text(request).then(
        (body) => {
          received.push({ id: String(request.headers["webhook-id"]), body });
          response.end();
        },
        () => response.destroy(),
      );
    }).listen(0, "127.0.0.1");
    await once(receiver, "listening");
    const { port } = receiver.address() as AddressInfo;
    platform = await startTestPlatform({ env: { EGRESS_ALLOW_PRIVATE: `127.0.0.1:${port}` } });
    client = await platform.signInAsOwner();
    await openProject(client);
    const { id: endpointId, urls } = await createEndpoint(client, "http", "orders");
    const functionId = await createFunction(client, "orders", `export default () => { throw new Error("broken"); };`);
    await addRoute(client, endpointId, { functionId, method: "GET", path: "/orders" });
    const key = await issueKey(client, endpointId);
    await deploy(client);
    call = async () => {
      const answer = await fetch(`${urls.development}/orders`, { headers: { "x-api-key": key } });
      await answer.arrayBuffer();
      return answer.status;
    };
    await client.createAlertChannel({
      body: {
        name: "on call",
        environments: ["development"],
        target: {
          kind: "webhook",
          url: `http://127.0.0.1:${port}/alerts`,
          secret: `whsec_${Buffer.alloc(32, 1).toString("base64")}`,
        },
      },
    });
  });

  after(async () => {
    await platform?.stop();
    receiver?.close();
  });

  const kill = async () => {
    const { pid } = platform.controlPlane;
    assert.ok(pid !== undefined);
    process.kill(pid, "SIGKILL");
    await eventually(async () => (platform.controlPlane.pid === pid ? undefined : true), 60_000);
  };

  test("sends one true message, which is not lost", async () => {
    let left = calls;
    await Promise.all(
      Array.from({ length: atOnce }, async () => {
        while (left > 0) {
          left -= 1;
          assert.equal(await eventually(async () => call().catch(() => undefined), 60_000), 500);
        }
      }),
    );
    const waiting = async () => {
      const { items } = await client.listAlertMessages({});
      return items.find(({ status }) => status === "waiting");
    };
    const message = await eventually(async () => waiting().catch(() => undefined), 120_000);
    assert.equal(received.length, 0);
    // Between the cause and its message.
    await kill();
    await eventually(async () => (received.length > 0 ? true : undefined), 180_000);
    await kill();
    // If it was killed right after it had sent the message, the next one sends it again once its lease has ended.
    const sent = await eventually(async () => {
      const { items } = await client.listAlertMessages({}).catch(() => ({ items: [] }));
      return items.length > 0 && items.every(({ status }) => status === "sent") ? items : undefined;
    }, 240_000);
    assert.ok(sent.some(({ id }) => id === message.id));
    const told = received.map(({ id, body }) => ({ id, data: (JSON.parse(body) as Told).data }));
    // By then, other messages may be true: that this alert is over, and that a control plane was away.
    const fired = told.filter(({ data }) => data.firing.some(({ rule }) => rule === "endpoint-failing"));
    assert.deepEqual([...new Set(fired.map(({ id }) => id))], [message.id], "whatever came twice has the same id");
    const { firingCount, firing } = fired[0]?.data ?? assert.fail();
    assert.deepEqual([firingCount, firing.map(({ rule }) => rule)], [1, ["endpoint-failing"]]);
    const { items } = await client.listAlerts({});
    assert.equal(items.filter(({ rule }) => rule === "endpoint-failing").length, 1);
  });
});
