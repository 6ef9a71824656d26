import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { ApiError } from "@ferrule/contract/api-error.ts";
import { createClient } from "@ferrule/contract/client.ts";
import type { BegunCliSignIn } from "@ferrule/contract/resources/cli-sign-in.ts";
import {
  startTestControlPlane,
  type SignedIn,
  type TestControlPlane,
} from "@ferrule/control-plane/testing/test-control-plane.ts";
import { signInByDevice, type SignInByDevice } from "./sign-in-by-device.ts";

describe("a command line that signs in by a browser", () => {
  let plane: TestControlPlane;
  let person: SignedIn;
  let projectId: string;
  before(async () => {
    plane = await startTestControlPlane();
    ({ id: projectId } = await plane.createProject());
    person = await plane.session("developer", projectId);
  });
  after(() => plane[Symbol.asyncDispose]());

  /** Moves the installation's clock forward for these sign-ins. */
  const pass = (ms: number) =>
    plane.app.store.inInstallation(async ({ tx }) => {
      const earlier = (at: Date) => new Date(at.getTime() - ms);
      for (const { id, expiresAt, lastAskedAt } of await tx.selectFrom("cliSignIns").selectAll().execute()) {
        const asked = lastAskedAt === null ? {} : { lastAskedAt: earlier(lastAskedAt) };
        const changes = { expiresAt: earlier(expiresAt), ...asked };
        await tx.updateTable("cliSignIns").set(changes).where("id", "=", id).execute();
      }
    });
  const allow = (userCode: string) =>
    person.client.allowCliSignIn({ params: { userCode }, body: { projectId, role: "developer", validDays: 7 } });

  /** Signs in with a clock of its own. `at` maps milliseconds of this clock to events. */
  function signIn(
    at: Record<number, (begun: BegunCliSignIn) => Promise<unknown>> = {},
    given: Partial<SignInByDevice> = {},
  ) {
    let clock = 0;
    let begun: BegunCliSignIn | undefined;
    const opened: string[] = [];
    const waits: number[] = [];
    const token = signInByDevice({
      client: createClient({ baseUrl: plane.url }),
      about: { machine: "laptop of Ann" },
      tell: (codes) => {
        begun = codes;
      },
      open: async (url) => {
        opened.push(url);
      },
      signal: new AbortController().signal,
      now: () => clock,
      sleep: async (ms, signal) => {
        waits.push(ms);
        await pass(ms);
        for (const [moment, happen] of Object.entries(at)) {
          if (Number(moment) > clock && Number(moment) <= clock + ms && begun) await happen(begun);
        }
        clock += ms;
        signal.throwIfAborted();
      },
      ...given,
    });
    return { token, opened, waits };
  }

  test("tells the code, opens the page, asks every five seconds, and has the token once a person has allowed it", async () => {
    let told = "";
    const { token, opened, waits } = signIn({
      12_000: async ({ userCode }) => {
        told = userCode;
        await allow(userCode);
      },
    });
    const { value, name } = await token;
    assert.equal(name, "laptop of Ann");
    assert.deepEqual(waits, [5_000, 5_000, 5_000]);
    assert.deepEqual(opened, [`http://localhost:8080/device?code=${told}`]);
    const mine = createClient({ baseUrl: plane.url, headers: { authorization: `Bearer ${value}` } });
    assert.equal((await mine.getMe()).user.email, person.user.email);
  });

  test("opens nothing where that is left to the person", async () => {
    const { token } = signIn({ 1: ({ userCode }) => allow(userCode) }, { open: null });
    assert.match((await token).value, /^fer_pat_/);
  });

  test("ends when the person refuses", async () => {
    const { token, waits } = signIn({
      6_000: ({ userCode }) => person.client.denyCliSignIn({ params: { userCode } }),
    });
    await assert.rejects(token, { code: "FORBIDDEN" });
    assert.equal(waits.length, 2);
  });

  test("ends after ten minutes in which nobody decides", async () => {
    const { token, waits } = signIn();
    await assert.rejects(token, { code: "NOT_FOUND", message: /expired/ });
    // The clock of the installation may be a moment behind.
    const waitedMs = waits.reduce((sum, ms) => sum + ms, 0);
    assert.ok(waitedMs === 600_000 || waitedMs === 601_000, String(waitedMs));
  });

  test("ends at once when it is cancelled, and asks nothing more", async () => {
    const controller = new AbortController();
    const { token, waits } = signIn({ 7_000: async () => controller.abort() }, { signal: controller.signal });
    await assert.rejects(token, { name: "AbortError" });
    assert.equal(waits.length, 2);
  });

  /** A client whose token requests fail in turn, by the network or by the installation. */
  function failing(failures: (Error | null)[]): SignInByDevice["client"] {
    const client = createClient({ baseUrl: plane.url });
    return {
      createCliSignIn: client.createCliSignIn,
      redeemCliSignIn: async (input) => {
        const failure = failures.shift();
        if (failure) throw failure;
        return client.redeemCliSignIn(input);
      },
    };
  }
  const lost = () => new TypeError("fetch failed");
  const refusal = (status: number, code: string) => new ApiError(status, { code, message: code, requestId: "" });

  test("goes on after questions that the network lost and while the installation restarts, more slowly meanwhile", async () => {
    const client = failing([lost(), lost(), refusal(503, "UNAVAILABLE"), null, null]);
    const { token, waits } = signIn({ 76_000: ({ userCode }) => allow(userCode) }, { client });
    await token;
    assert.deepEqual(waits, [5_000, 10_000, 20_000, 40_000, 5_000]);
  });

  test("gives up when the network loses six questions in a row", async () => {
    const { token, waits } = signIn({}, { client: failing(Array.from({ length: 6 }, lost)) });
    await assert.rejects(token, /fetch failed/);
    assert.equal(waits.length, 6);
  });

  test("asks less often from then on when it is told that it asks too often", async () => {
    const client = failing([refusal(429, "RATE_LIMITED"), refusal(429, "RATE_LIMITED"), null]);
    const { token, waits } = signIn({ 30_000: ({ userCode }) => allow(userCode) }, { client });
    await token;
    assert.deepEqual(waits, [5_000, 10_000, 15_000]);
  });

  test("does not ask for ever where an installation never says that the time is over", async () => {
    const client = failing(Array.from({ length: 1_000 }, () => refusal(409, "INVALID_STATE")));
    const { token, waits } = signIn({}, { client });
    await assert.rejects(token, { code: "INVALID_STATE" });
    assert.equal(waits.length, 121);
  });
});
