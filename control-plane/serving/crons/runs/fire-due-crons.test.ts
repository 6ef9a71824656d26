import assert from "node:assert/strict";
import { test } from "node:test";
import { duringTests } from "@ferrule/kit/testing/during-tests.ts";
import { fireDueCrons } from "./fire-due-crons.ts";
import { startCronScene } from "../testing/start-cron-scene.ts";

const scene = duringTests(() => startCronScene("2027-03-27T12:00:00Z"));

const instants = (told: readonly string[]) => told.map((one) => one.split(" ")[0]);

/** Moves the clock in steps, so that no occurrence counts as missed. */
async function walk(from: string, to: string, stepMinutes: number): Promise<void> {
  for (let at = Date.parse(from); at <= Date.parse(to); at += stepMinutes * 60_000) {
    await scene.at(new Date(at).toISOString());
  }
}

test("when clocks go forward: a time of day that does not exist runs at the first one that does, once", async () => {
  await scene.at("2027-03-27T12:00:00Z");
  const timezone = "Europe/Berlin";
  const over = { timezone, overlap: "allow" };
  const nightly = await scene.create("30 2 * * *", over);
  const twice = await scene.create("15,45 2 * * *", over);
  const halfHourly = await scene.create("*/30 * * * *", over);
  const newYork = await scene.create("30 2 * * *", { ...over, timezone: "America/New_York" });
  await walk("2027-03-28T00:00:00Z", "2027-03-28T02:00:00Z", 15);
  assert.deepEqual(instants(await scene.told(nightly)), ["2027-03-28T01:00:00Z"], "03:00, for 02:30 is not there");
  assert.deepEqual(instants(await scene.told(twice)), ["2027-03-28T01:00:00Z"], "both of them at 03:00 is one run");
  assert.deepEqual(
    instants(await scene.told(halfHourly)).slice(-5),
    ["00:00", "00:30", "01:00", "01:30", "02:00"].map((time) => `2027-03-28T${time}:00Z`),
    "each half hour that passes, no more and no fewer",
  );
  assert.deepEqual(await scene.told(newYork), [], "elsewhere it is another day");
  assert.equal((await scene.get(nightly)).nextRunAt, "2027-03-29T00:30:00.000Z");
  for (const { id } of [nightly, twice, halfHourly, newYork])
    await scene.client.deleteCronBinding({ params: { cronBindingId: id } });
});

test("when clocks go back: a time of day that comes twice runs the first time, an interval in both hours", async () => {
  await scene.at("2027-10-30T12:00:00Z");
  const over = { timezone: "Europe/Berlin", overlap: "allow" };
  const nightly = await scene.create("30 2 * * *", over);
  const twice = await scene.create("0,30 2 * * *", over);
  const halfHourly = await scene.create("*/30 * * * *", over);
  await walk("2027-10-30T23:30:00Z", "2027-10-31T02:30:00Z", 15);
  assert.deepEqual(instants(await scene.told(nightly)), ["2027-10-31T00:30:00Z"]);
  assert.deepEqual(instants(await scene.told(twice)), ["2027-10-31T00:00:00Z", "2027-10-31T00:30:00Z"]);
  assert.deepEqual(
    instants(await scene.told(halfHourly)).slice(-7),
    ["10-30T23:30", "10-31T00:00", "10-31T00:30", "10-31T01:00", "10-31T01:30", "10-31T02:00", "10-31T02:30"].map(
      (time) => `2027-${time}:00Z`,
    ),
  );
  assert.equal((await scene.get(nightly)).nextRunAt, "2027-11-01T01:30:00.000Z");
  for (const { id } of [nightly, twice, halfHourly])
    await scene.client.deleteCronBinding({ params: { cronBindingId: id } });
});

test("a clock that jumps over both changes at once leaves the documented runs as missed, the latest 100", async () => {
  await scene.at("2028-03-20T12:00:00Z");
  const over = { timezone: "Europe/Berlin", overlap: "allow" };
  const nightly = await scene.create("30 2 * * *", over);
  const minutely = await scene.create("* * * * *", over);
  await scene.at("2028-11-05T12:00:30Z");
  const told = await scene.told(nightly);
  assert.equal(told.length, 100);
  assert.ok(told.every((one) => one.endsWith(" missed")));
  assert.deepEqual(instants(told).at(-1), "2028-11-05T01:30:00Z");
  const change = instants(told).filter((at) => at?.startsWith("2028-10-2") === true);
  assert.ok(change.includes("2028-10-28T00:30:00Z") && change.includes("2028-10-29T00:30:00Z"), change.join());
  const every = await scene.runs(minutely);
  assert.deepEqual([every.length, every.at(-1)?.status, every.at(-2)?.status], [101, "queued", "missed"]);
  assert.equal(every.at(-2)?.reason, "No control plane was there to start it in time.");
  assert.equal((await scene.get(minutely)).nextRunAt, "2028-11-05T12:01:00.000Z");
  for (const { id } of [nightly, minutely]) await scene.client.deleteCronBinding({ params: { cronBindingId: id } });
});

test("catches up with as many as it is told, the latest, one after the other", async () => {
  await scene.at("2029-01-01T00:00:00Z");
  const binding = await scene.create("*/10 * * * *", { catchUp: 3 });
  await scene.at("2029-01-01T01:05:00Z");
  assert.deepEqual(await scene.told(binding), [
    "2029-01-01T00:10:00Z missed",
    "2029-01-01T00:20:00Z missed",
    "2029-01-01T00:30:00Z missed",
    "2029-01-01T00:40:00Z queued",
    "2029-01-01T00:50:00Z queued",
    "2029-01-01T01:00:00Z queued",
  ]);
  for (const time of ["00:40", "00:50", "01:00"]) {
    const [attempt, ...others] = await scene.claim();
    assert.ok(attempt);
    assert.deepEqual(others, [], "overlap is skip, so they take turns");
    const run = (await scene.runs(binding)).find(({ id }) => id === attempt.runId);
    assert.deepEqual([run?.status, run?.scheduledFor], ["running", `2029-01-01T${time}:00.000Z`]);
    assert.equal(await scene.complete(attempt), 204);
  }
  await scene.client.deleteCronBinding({ params: { cronBindingId: binding.id } });
});

test("what comes a little late is run, not missed", async () => {
  await scene.at("2029-02-01T00:00:00Z");
  const binding = await scene.create("0 * * * *");
  await scene.at("2029-02-01T01:00:59Z");
  assert.deepEqual(await scene.told(binding), ["2029-02-01T01:00:00Z queued"]);
  await scene.client.deleteCronBinding({ params: { cronBindingId: binding.id } });
});

test("fires an occurrence once, however many do it at once and whatever the clock does", async () => {
  await scene.at("2029-03-01T00:00:00Z");
  const bindings = await Promise.all(Array.from({ length: 8 }, () => scene.create("* * * * *", { overlap: "allow" })));
  for (const time of ["00:01:00", "00:01:01", "00:02:00", "00:01:30", "00:02:00", "00:03:00"]) {
    await scene.at(`2029-03-01T${time}Z`);
    await Promise.all(Array.from({ length: 6 }, () => fireDueCrons(scene.scene.app)));
  }
  for (const binding of bindings) {
    assert.deepEqual(
      await scene.told(binding),
      ["01", "02", "03"].map((minute) => `2029-03-01T00:${minute}:00Z queued`),
    );
    await scene.client.deleteCronBinding({ params: { cronBindingId: binding.id } });
  }
});

test("skips with the reason: an earlier run that has not finished, a Function that is not deployed there", async () => {
  await scene.at("2029-04-01T00:00:00Z");
  const busy = await scene.create("* * * * *");
  const nowhere = await scene.create("* * * * *", { environment: "production" });
  await scene.at("2029-04-01T00:01:00Z");
  await scene.at("2029-04-01T00:02:00Z");
  assert.deepEqual(
    (await scene.runs(busy)).map(({ status, reason }) => [status, reason]),
    [
      ["queued", null],
      ["skipped", "An earlier run had not finished, and overlap is skip."],
    ],
  );
  const [skipped] = await scene.runs(nowhere);
  assert.deepEqual([skipped?.status, skipped?.reason], ["skipped", "Its Function is not deployed to production."]);
  assert.ok(skipped?.finishedAt);
  assert.equal((await scene.get(busy)).lastRun?.status, "skipped");
});

test("fires nothing of an archived Project, and goes on from now when it is restored", async () => {
  await scene.at("2029-05-01T00:00:00Z");
  const binding = await scene.create("0 * * * *");
  await scene.at("2029-05-01T01:00:00Z");
  const params = { projectId: scene.projectId };
  await scene.client.archiveProject({ params });
  await scene.at("2029-05-01T05:00:00Z");
  assert.deepEqual(await scene.told(binding), ["2029-05-01T01:00:00Z skipped"], "what waited never begins");
  assert.equal((await scene.runs(binding))[0]?.reason, "The Project was archived.");
  assert.deepEqual((await scene.get(binding)).nextRuns, []);
  await scene.client.updateProject({ params, body: { status: "active" } });
  assert.equal((await scene.get(binding)).nextRunAt, "2029-05-01T06:00:00.000Z");
  await scene.at("2029-05-01T06:00:00Z");
  assert.deepEqual((await scene.told(binding)).slice(1), ["2029-05-01T06:00:00Z queued"]);
});
