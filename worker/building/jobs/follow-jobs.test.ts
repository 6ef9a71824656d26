import assert from "node:assert/strict";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { describe, test } from "node:test";
import { setTimeout as delay } from "node:timers/promises";
import type { BuildJob } from "@ferrule/contract/internal/jobs.ts";
import { listen } from "@ferrule/kit/network/listen.ts";
import { createLog } from "@ferrule/kit/log.ts";
import { answerChallenge, challengeHeader, proofPath } from "@ferrule/kit/peers/peer-proof.ts";
import { createControlPlaneClient } from "../../ground/control-plane-client/control-plane-client.ts";
import type { BuildOptions } from "../builds/builder.ts";
import { followJobs } from "./follow-jobs.ts";
import { runBuild } from "./run-build.ts";

const token = "of-the-tests-0123456789abcdef";
const digest = "d".repeat(64);
const builder = {
  async build(_functions: unknown, { onBundle }: BuildOptions = {}) {
    await onBundle?.({ digest, code: Buffer.from(""), sourceMap: Buffer.from("") });
    return { functions: [], bundles: new Map(), resolved: [] };
  },
};

/** A control plane that leases one job again after it was away, and returns 503 for some paths for a time. */
async function startControlPlane(isAway: (path: string) => boolean, awayMs: number) {
  const completed: { attempt: number; failure: unknown }[] = [];
  const asked: string[] = [];
  const ended = Promise.withResolvers<void>();
  let attempt = 0;
  let awayUntil = Infinity;
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = (request.url ?? "").split("?", 1)[0] ?? "";
    const send = (status: number, body: unknown) =>
      void response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
    if (path === proofPath) return send(200, answerChallenge([token], request.headers[challengeHeader]));
    const sent = await text(request);
    asked.push(path);
    if (path.endsWith("/claim")) {
      if (completed.length > 0) return void request.socket.once("close", () => response.destroy());
      attempt += 1;
      if (attempt === 1) awayUntil = performance.now() + awayMs;
      // The first lease has ended by then.
      else await delay(Math.max(0, awayUntil - performance.now()));
      const job = { id: "job_1", kind: "build", attempt, leaseMs: 15_000, projectId: "prj_1", functions: [] };
      return send(200, { job: { ...job, deploymentId: "dep_1" } });
    }
    if (performance.now() < awayUntil && isAway(path)) return send(503, { error: { code: "UNAVAILABLE" } });
    if (path.endsWith("/complete")) {
      completed.push(JSON.parse(sent) as (typeof completed)[number]);
      ended.resolve();
    }
    return send(200, path.endsWith("/missing") ? { missing: [] } : { cancelled: false });
  }
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => response.destroy(error as Error));
  });
  const url = `http://127.0.0.1:${await listen(server, 0, "127.0.0.1")}`;
  return {
    url,
    completed,
    asked,
    ended: ended.promise,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const cases = [
  { what: "what is built", isAway: (path: string) => path.endsWith("/missing"), awayMs: 10_500 },
  { what: "a result", isAway: (path: string) => path.endsWith("/complete"), awayMs: 6_000 },
  { what: "the last news and the result", isAway: (path: string) => path.startsWith("/internal/jobs"), awayMs: 8_000 },
];

describe("a job whose control plane answers 503 for seconds", { concurrency: true }, () => {
  for (const { what, isAway, awayMs } of cases) {
    test(`is not failed when it could not send ${what}, and is not asked about without a pause`, async () => {
      await using plane = await startControlPlane(isAway, awayMs);
      await using client = createControlPlaneClient({ url: plane.url, token });
      await using _following = followJobs({
        client,
        workerId: "worker",
        kinds: ["build"],
        concurrency: 1,
        run: (job, lease) => runBuild(job as BuildJob, lease, { builder, client }),
        log: createLog("test", "silent"),
      });
      await plane.ended;
      assert.deepEqual(
        plane.completed.map(({ failure }) => failure),
        [null],
      );
      assert.ok(plane.asked.length < 100, `asked ${plane.asked.length} times`);
    });
  }
});
