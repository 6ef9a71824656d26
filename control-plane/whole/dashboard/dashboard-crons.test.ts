import assert from "node:assert/strict";
import { test } from "node:test";
import { duringTests } from "@ferrule/kit/testing/during-tests.ts";
import { startCronScene } from "../../serving/crons/testing/start-cron-scene.ts";

const scene = duringTests(() => startCronScene("2030-01-01T00:00:00Z"));

test("shows which crons fire next, and which runs have not begun in time, of this environment and Project", async () => {
  const daily = await scene.create("0 7 * * *", { name: "Daily", timezone: "Europe/Berlin" });
  const minutely = await scene.create("* * * * *", { name: "Minutely" });
  await scene.create("0 9 * * *", { enabled: false });
  const production = await scene.create("0 8 * * *", { environment: "production" });
  const shown = async (environment: "development" | "production" = "development") => {
    const { upcomingCrons, lateCrons } = await scene.client.getDashboard({ query: { environment } });
    return {
      upcoming: upcomingCrons.map(({ cronBindingId, nextRunAt }) => [cronBindingId, nextRunAt]),
      late: lateCrons.map(({ cronBindingId, scheduledFor, lateMs }) => [cronBindingId, scheduledFor, lateMs]),
    };
  };
  const berlin = [daily.id, "2030-01-01T06:00:00.000Z"];
  assert.deepEqual(await shown(), { upcoming: [[minutely.id, "2030-01-01T00:01:00.000Z"], berlin], late: [] });
  assert.deepEqual(await shown("production"), { upcoming: [[production.id, "2030-01-01T08:00:00.000Z"]], late: [] });

  await scene.at("2030-01-01T00:01:04Z");
  assert.deepEqual((await shown()).late, [], "a few seconds are in time");
  await scene.at("2030-01-01T00:01:30Z");
  const waiting = [minutely.id, "2030-01-01T00:01:00.000Z", 30_000];
  assert.deepEqual(await shown(), { upcoming: [[minutely.id, "2030-01-01T00:02:00.000Z"], berlin], late: [waiting] });
  assert.deepEqual((await shown("production")).late, []);

  const [attempt] = await scene.claim();
  assert.ok(attempt !== undefined);
  assert.deepEqual((await shown()).late, [], "it has begun");
  await scene.complete(attempt);
});

test("names at most five of each, the soonest and the latest first", async () => {
  for (const minute of [50, 10, 40, 20, 30, 5, 45]) await scene.create(`${minute} 12 * * *`, { overlap: "allow" });
  const { upcomingCrons } = await scene.client.getDashboard();
  const times = upcomingCrons.map(({ nextRunAt }) => nextRunAt);
  assert.equal(times.length, 5);
  assert.deepEqual(times, times.toSorted());
  await scene.at("2030-01-01T12:51:00Z");
  const { lateCrons } = await scene.client.getDashboard();
  const late = lateCrons.map(({ lateMs }) => lateMs);
  assert.deepEqual(
    late,
    late.toSorted((one, other) => other - one),
  );
});
