import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { setTimeout as delay } from "node:timers/promises";
import type { Client } from "@ferrule/contract/client.ts";
import { addRoute, createEndpoint, deploy, issueKey, openProject } from "../deploy.ts";
import { eventually } from "../eventually.ts";
import { startTestPlatform, type TestPlatform } from "../platform.ts";
import { listAll, type ListOf } from "./list-all.ts";

const full = process.env["FERRULE_TEST_LENGTH"] === "full";
const webhooks = full ? 10_000 : 100;
const senders = full ? 32 : 8;
/** The number of kills of each. */
const rounds = full ? 3 : 1;
/**
 * A shorter lease for the short form, which would otherwise mostly wait for leases. It still lasts longer than a worker
 * is away: a killed worker's journal holds its successes, which count when it is back.
 */
const leases: Record<string, string> = full ? {} : { RUN_LEASE_MS: "5000" };
const hookKey = "a key of GitHub";

const source = (port: number) => `
interface Input { event: { n: number } }
export default async function count({ event }: Input) {
  const answer = await fetch("http://127.0.0.1:${port}/ran/" + event.n, { method: "POST" });
  if (!answer.ok) throw new Error("not counted");
  return event.n;
}`;

describe("webhooks while a worker, the control plane and the database are killed", () => {
  let platform: TestPlatform;
  let client: Client;
  let counter: Server;
  const ran = new Map<number, number>();
  let send: (n: number) => Promise<number>;
  let sendSigned: (worker: number, body: string, signedWith?: string) => Promise<number>;
  /** The worker that ran the first signed request. It is restarting from then on. */
  let killed = 0;

  before(async () => {
    counter = createServer((request, response) => {
      const n = Number(request.url?.split("/").at(-1));
      ran.set(n, (ran.get(n) ?? 0) + 1);
      response.end();
    }).listen(0, "127.0.0.1");
    await once(counter, "listening");
    const { port } = counter.address() as AddressInfo;
    const env = { EGRESS_ALLOW_PRIVATE: `127.0.0.1:${port}`, ...leases };
    platform = await startTestPlatform({ workers: 2, embedded: true, env });
    client = await platform.signInAsOwner();
    await openProject(client);
    const { id: endpointId, urls } = await createEndpoint(client, "http", "hooks");
    const permissions = { secrets: ["HOOK_KEY"], hosts: [`http://127.0.0.1:${port}`], collections: [], cache: false };
    const body = { slug: "count", source: source(port), permissions };
    const { id: functionId } = await client.createFunction({ body });
    const delivery = { backoffMs: 500, maxAttempts: 50 };
    await addRoute(client, endpointId, { functionId, method: "POST", path: "/count", bodyProperty: "event", delivery });
    const key = await issueKey(client, endpointId);
    const signed = await signedEndpoint(functionId);
    await deploy(client);
    sendSigned = async (worker, text, signedWith = hookKey) => {
      const url = `http://127.0.0.1:${platform.workers[worker]?.listening.port}${signed}`;
      const signature = `sha256=${createHmac("sha256", signedWith).update(text).digest("hex")}`;
      const internal = { "x-internal-token": platform.internalApiToken };
      const headers = { ...internal, "x-hub-signature-256": signature, "content-type": "application/json" };
      const answer = await fetch(url, { method: "POST", headers, body: text });
      await answer.arrayBuffer();
      return answer.status;
    };
    // A deployment is active once one worker has it; here we ask each worker separately.
    for (const worker of [0, 1])
      await eventually(async () => ((await sendSigned(worker, '{"n":0}', "wrong")) === 401 ? true : undefined), 30_000);
    send = async (n) => {
      const headers = { "x-api-key": key, "content-type": "application/json", "webhook-id": `msg_${n}` };
      const given = { method: "POST", headers, body: JSON.stringify({ n }), signal: AbortSignal.timeout(20_000) };
      const answer = await fetch(`${urls.development}/count`, given);
      await answer.arrayBuffer();
      return answer.status;
    };
  });

  /** The path of a route that responds when its Function has run, in an HTTP API that signatures open. */
  async function signedEndpoint(functionId: string): Promise<string> {
    const { id: endpointId, urls } = await createEndpoint(client, "http", "signed");
    const params = { endpointId };
    const route = { functionId, method: "POST" as const, path: "/count", bodyProperty: "event" };
    await client.createHttpBinding({ params, body: route });
    const environment = "development" as const;
    await client.createSecret({ body: { name: "HOOK_KEY", environment, value: hookKey } });
    const { items } = await client.listEndpointAuthPolicies({ params });
    const revision = items.find((one) => one.environment === environment)?.revision;
    const signature = { sender: "github" as const, secrets: ["HOOK_KEY"] };
    const body = { environment, caller: { mode: "signature" as const, signature } };
    await client.replaceAuthPolicy({ params, body, headers: { "if-match": `"${revision}"` } });
    return `${new URL(urls.development).pathname}/count`;
  }

  after(async () => {
    await platform?.stop();
    counter?.close();
  });

  test("what is signed runs once, on whichever of two workers, and not again when the one that ran it is gone", async () => {
    const atOnce = [0, 1, 0, 1].map((worker) => sendSigned(worker, '{"n":-1}'));
    const statuses = await Promise.all(atOnce);
    assert.deepEqual(
      statuses.toSorted((one, other) => one - other),
      [200, 409, 409, 409],
    );
    const [first, other] = statuses.indexOf(200) % 2 === 0 ? [0, 1] : [1, 0];
    assert.equal(await sendSigned(first, '{"n":-1}'), 409, "from its memory");
    assert.equal(await sendSigned(other, '{"n":-2}'), 200, "another one");
    const pid = platform.workers[first]?.pid;
    assert.ok(pid !== undefined);
    process.kill(pid, "SIGKILL");
    assert.equal(await sendSigned(other, '{"n":-1}'), 409, "from the database");
    killed = first;
  });

  /** Sends until the request is accepted, as a sender does. */
  async function deliver(n: number): Promise<void> {
    await eventually(async () => ((await send(n).catch(() => 0)) === 202 ? true : undefined), 120_000);
  }

  const postmaster = async () => {
    const file = join(platform.dataDir, "postgres", "data", "postmaster.pid");
    const text = await readFile(file, "utf8").catch(() => undefined);
    return text === undefined ? undefined : Number.parseInt(text, 10);
  };

  test("each accepted one has run, and has succeeded once", async () => {
    const began = performance.now();
    let next = 0;
    const accepted = new Set<number>();
    const sending = Promise.all(
      Array.from({ length: senders }, async () => {
        while (next < webhooks) {
          const n = (next += 1);
          await deliver(n);
          accepted.add(n);
        }
      }),
    );
    const each = [() => platform.workers[1 - killed]?.pid, () => platform.controlPlane.pid, postmaster];
    const victims = Array.from({ length: rounds }, () => each).flat();
    for (const [at, victim] of victims.entries()) {
      const share = Math.floor((webhooks * (at + 1)) / (victims.length + 2));
      await eventually(async () => (accepted.size >= share ? true : undefined), 300_000);
      process.kill(await eventually(async () => victim(), 60_000), "SIGKILL");
      await delay(full ? 1_000 : 100);
    }
    await sending;
    assert.equal(accepted.size, webhooks);
    const acceptedIn = (performance.now() - began) / 1_000;

    const waiting = async () => {
      const queued = await client.listDeliveries({ query: { status: "queued", limit: 1 } });
      const running = await client.listDeliveries({ query: { status: "running", limit: 1 } });
      return queued.items.length + running.items.length;
    };
    await eventually(async () => ((await waiting().catch(() => 1)) === 0 ? true : undefined), full ? 600_000 : 120_000);
    const took = (performance.now() - began) / 1_000;
    const deliveries = await listAll(client.listDeliveries, {});
    assert.equal(deliveries.length, webhooks, "each is one delivery, however often it was sent");
    assert.deepEqual(
      deliveries.filter(({ status }) => status !== "succeeded").map(({ status, reason }) => [status, reason]),
      [],
    );
    assert.deepEqual(
      [...accepted].filter((n) => !ran.has(n)),
      [],
      "each has run",
    );
    // The records of a killed worker arrive when it is back.
    const succeeded = new Map<string, number>();
    await eventually(async () => {
      succeeded.clear();
      const found: ListOf<Client["listExecutions"]> = await listAll(client.listExecutions, {
        status: "succeeded" as const,
      });
      for (const { requestId } of found) succeeded.set(requestId, (succeeded.get(requestId) ?? 0) + 1);
      return deliveries.every(({ requestId }) => succeeded.has(requestId)) ? true : undefined;
    }, 30_000).catch(() => undefined);
    assert.deepEqual(
      deliveries
        .filter(({ requestId }) => succeeded.get(requestId) !== 1)
        .map(({ id, requestId }) => [id, succeeded.get(requestId)]),
      [],
      "each has succeeded once",
    );
    const back = async () => ((await sendSigned(killed, '{"n":-2}').catch(() => 0)) === 409 ? true : undefined);
    await eventually(back, 30_000);
    assert.deepEqual([ran.get(-1), ran.get(-2)], [1, 1], "what was signed has run once, and a restart forgets nothing");
    const again = deliveries.filter(({ attempt }) => attempt > 1).length;
    const twice = [...ran.values()].filter((times) => times > 1).length;
    const times = `accepted in ${acceptedIn.toFixed(1)} s, all succeeded after ${took.toFixed(1)} s`;
    process.stdout.write(`# ${webhooks} webhooks: ${times}; ${again} had more than one attempt, ${twice} ran twice\n`);
  });
});
