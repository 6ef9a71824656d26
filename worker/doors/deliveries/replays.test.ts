import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as delay } from "node:timers/promises";
import { fingerprintQuestion, type FingerprintQuestion } from "@ferrule/contract/internal/deliveries.ts";
import { createLog } from "@ferrule/kit/log.ts";
import { createReplays } from "./replays.ts";

/** A control plane that remembers its requests, and is away for a given number of them. */
function standIn() {
  const asked: FingerprintQuestion[] = [];
  const holders = new Map<string, string>();
  let awayFor = 0;
  const note = async ({ body }: { body: FingerprintQuestion }) => {
    const question = fingerprintQuestion.parse(body);
    asked.push(question);
    if (awayFor > 0) {
      awayFor -= 1;
      throw new Error("The control plane is away.");
    }
    const { action, fingerprint, holder } = question;
    const isFirst = (holders.get(fingerprint) ?? holder) === holder;
    if (isFirst && action === "forget") holders.delete(fingerprint);
    else if (isFirst) holders.set(fingerprint, holder);
    return { isFirst };
  };
  const leave = (questions: number) => (awayFor = questions);
  return {
    asked,
    leave,
    replays: () => createReplays({ client: { noteFingerprint: note }, log: createLog("worker", "silent") }),
  };
}

const signed = {
  projectId: "prj_one",
  environment: "development" as const,
  endpointId: "ep_http",
  replayKey: "a".repeat(64),
  windowSeconds: 86_400,
  timeoutMs: 300_000,
};

test("one that is under way counts for as long as its call may take, for every worker", async () => {
  const { asked, replays } = standIn();
  assert.notEqual(await replays().claim(signed), "seen");
  assert.equal(asked[0]?.seconds, 330);
  assert.equal(await replays().claim(signed), "seen");
});

test("what has succeeded is noted although the control plane is away, and one that failed may come again", async () => {
  const { asked, leave, replays } = standIn();
  const [one, other] = [replays(), replays()];
  const failed = await one.claim(signed);
  assert.ok(failed !== null && failed !== "seen");
  failed.settle(false);
  const again = await other.claim(signed);
  assert.ok(again !== null && again !== "seen");
  leave(2);
  again.settle(true);
  assert.equal(await other.claim(signed), "seen", "from its memory");
  while (asked.filter(({ action }) => action === "keep").length < 3) await delay(10);
  assert.equal(asked.at(-1)?.seconds, 86_400);
  assert.equal(await one.claim(signed), "seen");
});

test("it cannot be said while the control plane is away", async () => {
  const { leave, replays } = standIn();
  leave(1);
  assert.equal(await replays().claim(signed), null);
});
