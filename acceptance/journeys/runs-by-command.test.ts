import assert from "node:assert/strict";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { after, before, describe, test } from "node:test";
import { makeUser, type TestUser } from "@ferrule/cli/developer/testing/make-user.ts";
import type { Client } from "@ferrule/contract/client.ts";
import type { Approval } from "@ferrule/contract/resources/approval.ts";
import type { Run, RunDetail } from "@ferrule/contract/resources/run.ts";
import { createFunction, deploy, openProject } from "../deploy.ts";
import { eventually } from "../eventually.ts";
import { shareTestPlatform, type TestPlatform } from "../platform.ts";

/** A run of it charges, waits for a parcel, fails if the input says so, and may ask a person. */
const source = `import { FunctionError, type RunContext } from "ferrule";

export const config = { run: "durable", timeoutMs: 30_000 };

interface Input {
  orderId: string;
  waits?: boolean;
  asks?: boolean;
  failsOnce?: boolean;
  /** It logs each of its seconds. */
  seconds?: number;
}

export default async function closeOrder(input: Input, ctx: RunContext) {
  const charge = await ctx.step("charge", () => ({ id: "pay-" + input.orderId }));
  ctx.log.info("charged", charge);
  if (input.waits) {
    const event = { event: "parcel.packed", match: { orderId: input.orderId } };
    await ctx.waitFor("packed", event, { timeout: "3d" });
  }
  for (let second = 1; second <= (input.seconds ?? 0); second += 1) {
    ctx.log.info("second " + second);
    await new Promise((resolve) => setTimeout(resolve, 1_000));
  }
  if (input.asks) await ctx.approve("ship", { title: "Ship " + input.orderId + "?", by: { roles: ["owner"] }, notAsker: false });
  await ctx.step("close", () => {
    if (input.failsOnce && ctx.run.attempt === 1) {
      throw new FunctionError("PAYMENT_DOWN", "The provider is down.", { retry: false });
    }
  });
  return { closed: input.orderId };
}
`;

describe("a developer follows runs and approvals in a terminal", () => {
  let platform: TestPlatform;
  let client: Client;
  let ann: TestUser;
  const cleanUps: (() => void)[] = [];

  before(async () => {
    platform = await shareTestPlatform();
    client = await platform.signInAsOwner();
    const project = await openProject(client);
    await createFunction(client, "close-order", source);
    await deploy(client);
    const { value } = await client.createToken({ body: { name: "test", role: "admin", projectId: project.id } });
    ann = makeUser({ after: (fn) => cleanUps.push(fn as () => void) });
    const signedIn = await ann.run(["login", "--token", "--url", platform.url], { input: value });
    assert.equal(signedIn.code, 0, signedIn.stderr);
  });
  after(async () => {
    for (const clean of cleanUps) clean();
    await platform?.stop();
  });

  const done = async (...args: string[]) => {
    const ended = await ann.run([...args, "--json"]);
    assert.equal(ended.code, 0, ended.stderr);
    return JSON.parse(ended.stdout) as unknown;
  };
  const start = async (input: object) =>
    (await done("runs", "start", "close-order", "-i", JSON.stringify(input))) as Run;
  const becomes = (runId: string, status: Run["status"]) =>
    eventually(async () => (await client.getRun({ params: { runId } })).status === status, 60_000);
  const listed = async (...args: string[]) => ((await done("runs", "list", ...args)) as Run[]).map(({ id }) => id);

  test("start --wait follows a run to its end, and the exit code says how it ended", async () => {
    const good = await ann.run(["runs", "start", "close-order", "-i", '{"orderId":"A-1"}', "--wait"]);
    assert.equal(good.code, 0, good.stderr);
    assert.match(good.stdout, /✓ close-order succeeded/);
    assert.match(good.stdout, /✓ charge step done.*\n.*✓ close step done/);
    const bad = await ann.run(["runs", "start", "close-order", "-i", '{"orderId":"A-2","failsOnce":true}', "--wait"]);
    assert.equal(bad.code, 1);
    assert.match(bad.stdout, /✗ close-order failed[\s\S]*PAYMENT_DOWN: The provider is down\./);
    const refused = await ann.run(["runs", "start", "close-order", "-i", '{"orderId":7}']);
    assert.equal(refused.code, 1);
    assert.match(refused.stderr, /VALIDATION_ERROR/);
  });

  test("call runs a draft as a single call, and says what to do instead", async () => {
    const called = await ann.run(["call", "close-order", "-i", '{"orderId":"A-3"}']);
    assert.equal(called.code, 1);
    assert.match(called.stderr, /NOT_DURABLE[\s\S]*deploy it and start a run/);
  });

  test("one key is one run; send wakes a waiting run, whose attempts are in the logs", async () => {
    const input = ["-i", '{"orderId":"B-1","waits":true}', "--key", "B-1"];
    const first = (await done("runs", "start", "close-order", ...input)) as Run;
    const second = (await done("runs", "start", "close-order", ...input)) as Run;
    assert.equal(second.id, first.id);
    await becomes(first.id, "waiting");
    const told = await ann.run(["runs", "get", first.id]);
    assert.match(told.stdout, /… packed event waiting[^\n]*\n +Waits for the event parcel\.packed until/);
    assert.deepEqual(await listed("--status", "waiting"), [first.id]);
    const data = ["-d", '{"orderId":"B-1"}'];
    assert.deepEqual(await done("runs", "send", "parcel.packed", "-d", '{"orderId":"other"}'), { woken: 0 });
    assert.deepEqual(await done("runs", "send", "parcel.packed", ...data, "--run", first.id), { woken: 1 });
    const ended = (await done("runs", "get", first.id, "--wait")) as RunDetail;
    assert.equal(ended.shownOutput, '{"closed":"B-1"}');
    const lines = await eventually(async () => {
      const { stdout } = await ann.run(["logs", "--run", first.id, "--json"]);
      const calls = stdout.split("\n").filter(Boolean);
      return calls.length === ended.attempt ? calls : undefined;
    }, 20_000);
    assert.ok(lines.every((line) => line.includes('"charged"')));
  });

  test("failed runs of one cause go on together, one from a step, and a replay begins again", async () => {
    const runs = await Promise.all([1, 2, 3].map((n) => start({ orderId: `C-${n}`, failsOnce: true })));
    for (const { id } of runs) await becomes(id, "failed");
    const [alone, ...others] = runs as [Run, Run, Run];
    const retried = (await done("runs", "retry", alone.id, "--from-step", "charge")) as Run;
    assert.equal(retried.id, alone.id);
    await becomes(alone.id, "succeeded");
    const filters = ["--env", "development", "--error", "PAYMENT_DOWN", "--function", "close-order", "--since", "1h"];
    const unasked = await ann.run(["runs", "retry-failed", ...filters]);
    assert.equal(unasked.code, 2, unasked.stderr);
    const { changed } = (await done("runs", "retry-failed", ...filters, "--yes")) as { changed: number };
    assert.ok(changed >= 2, String(changed));
    for (const { id } of others) await becomes(id, "succeeded");
    assert.deepEqual(await done("runs", "retry-failed", ...filters, "--yes"), { changed: 0, more: false });
    const replayed = (await done("runs", "replay", alone.id, "-i", '{"orderId":"C-9"}')) as Run;
    assert.notEqual(replayed.id, alone.id);
    assert.equal(((await done("runs", "get", replayed.id, "--wait")) as RunDetail).shownOutput, '{"closed":"C-9"}');
  });

  test("runs of a paused Function wait until somebody resumes it; cancel ends one that waits", async () => {
    await done("runs", "pause", "close-order", "--env", "development");
    const { id } = await start({ orderId: "D-1", waits: true });
    const { waitsFor } = (await done("runs", "get", id)) as RunDetail;
    assert.match(waitsFor ?? "", /paused/);
    await done("runs", "resume", "close-order", "--env", "development");
    await becomes(id, "waiting");
    assert.equal(((await done("runs", "cancel", id)) as Run).status, "cancelled");
    const again = await ann.run(["runs", "cancel", id]);
    assert.equal(again.code, 5, again.stderr);
  });

  test("runs logs shows every line of all attempts once, also while the run runs, and follows it to its end", async () => {
    const { id } = await start({ orderId: "F-1", seconds: 8 });
    const following = ann.run(["runs", "logs", id, "--follow"]);
    const early = await eventually(async () => {
      const { stdout } = await ann.run(["runs", "logs", id]);
      return stdout.includes("second 1") ? stdout : undefined;
    }, 60_000);
    assert.doesNotMatch(early, /closeOrder|✓/, "the attempt still runs");
    const followed = await following;
    assert.equal(followed.code, 0, followed.stderr);
    assert.match(followed.stderr, /Attempt 1 runs\.[\s\S]*close-order succeeded/);
    const logged = [...followed.stdout.matchAll(/info\s+(charged|second \d)/g)].map(([, line]) => line);
    assert.deepEqual(logged, ["charged", ...Array.from({ length: 8 }, (_, at) => `second ${at + 1}`)]);
    const again = await ann.run(["runs", "logs", id]);
    assert.equal(again.code, 0, again.stderr);
    assert.deepEqual([...again.stdout.matchAll(/second \d/g)].length, 8);
    const failing = await start({ orderId: "F-2", failsOnce: true });
    const failed = await ann.run(["runs", "logs", failing.id, "--follow", "--json"]);
    assert.equal(failed.code, 1, failed.stderr);
    assert.equal((JSON.parse(failed.stdout) as { logs: { message: string }[] }).logs[0]?.message, "charged");
    const unknown = await ann.run(["runs", "logs", "run_06h0d7x503g6263mscbcm4mw"]);
    assert.equal(unknown.code, 1);
    assert.match(unknown.stderr, /NOT_FOUND/);
  });

  test("approvals open shows what will be done, and waits for the person who decides in the browser", async () => {
    const { id } = await start({ orderId: "G-1", asks: true });
    await becomes(id, "waiting");
    const [approval] = (await client.listApprovals({ query: { runId: id } })).items;
    const params = { approvalId: approval?.id ?? "" };
    const opened = await ann.run(["approvals", "open", params.approvalId]);
    assert.equal(opened.code, 0, opened.stderr);
    assert.match(opened.stdout, new RegExp(`/approvals/${params.approvalId}\\?link=`));
    assert.match(opened.stderr, /Ship G-1\? \(pending\)/);
    const waiting = ann.start(["approvals", "open", params.approvalId, "--wait"]);
    const [stdout, shown] = [text(waiting.stdout!), once(waiting.stderr!, "data")];
    assert.match(String((await shown)[0]), /Ship G-1\? \(pending\)/);
    const body = { decision: "approved" as const, reason: "Go on.", digest: approval?.digest ?? "" };
    await client.decideApproval({ params, body });
    const [code] = (await once(waiting, "close")) as [number];
    assert.equal(code, 0);
    assert.match(await stdout, /\(approved\)[\s\S]*approved by .*: Go on\./);
    await becomes(id, "succeeded");
    const late = await ann.run(["approvals", "open", params.approvalId]);
    assert.equal(late.code, 5, late.stderr);
  });

  test("approvals are listed and shown with who may decide; a link leads people there", async () => {
    const { id } = await start({ orderId: "E-1", asks: true });
    await becomes(id, "waiting");
    const approvals = (await done("approvals", "list", "--status", "pending")) as Approval[];
    const approval = approvals.find(({ runId }) => runId === id);
    assert.equal(approval?.title, "Ship E-1?");
    const shown = await ann.run(["approvals", "get", approval.id]);
    assert.match(shown.stdout, /Ship E-1\? \(pending\)[\s\S]*needs approval by an owner/);
    const { url } = (await done("approvals", "link", approval.id)) as { url: string };
    assert.match(url, new RegExp(`/approvals/${approval.id}\\?link=`));
    await done("runs", "cancel", id);
    const ended = await ann.run(["approvals", "link", approval.id]);
    assert.equal(ended.code, 5, ended.stderr);
  });
});
