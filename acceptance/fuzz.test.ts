import assert from "node:assert/strict";
import { connect } from "node:net";
import test, { after, before, describe } from "node:test";
import * as fc from "fast-check";
import { operationNames, type OperationName } from "@ferrule/contract/operations.ts";
import {
  startTestControlPlaneApart,
  type SignedIn,
  type TestControlPlane,
} from "@ferrule/control-plane/testing/test-control-plane.ts";
import { startAnsweringWorker } from "./rules/answering-worker.ts";
import { fuzzedRequest, type FuzzedRequest } from "./rules/fuzz/fuzzed-request.ts";
import { furnish, knownThings, type KnownThings } from "./rules/fuzz/known-things.ts";
import { recipeOf } from "./rules/recipes.ts";
import { sendRequest, type Exchanged } from "./rules/request.ts";
import { openSite, type Site } from "./rules/site.ts";
import { verifies } from "./verifies.ts";

/** These contact identity providers, which may be invented ones that return nothing. */
const asksProvider = new Set<OperationName>([
  "beginProviderSignIn",
  "completeProviderSignIn",
  "getProviderLogout",
  "beginCallerSignIn",
  "completeCallerSignIn",
]);
const count = process.env["FERRULE_TEST_LENGTH"] === "full" ? 20_000 : 1_200;
const atOnce = 8;
const seed = Number(process.env["FERRULE_FUZZ_SEED"] ?? Math.floor(Math.random() * 2 ** 31));

describe(`requests made up from the operation table (FERRULE_FUZZ_SEED=${seed})`, () => {
  const opened = new AsyncDisposableStack();
  const exchanged: Exchanged[] = [];
  const succeeded = new Set<OperationName>();
  let controlPlane: TestControlPlane;
  let site: Site;
  let things: KnownThings;
  /** The users whose sessions the fuzz may end. */
  let spare: SignedIn;

  before(async () => {
    controlPlane = opened.use(await startTestControlPlaneApart({ egressAllowPrivate: ["127.0.0.0/8"] }));
    opened.use(startAnsweringWorker(controlPlane));
    site = await openSite(controlPlane);
    spare = await controlPlane.session("owner", site.projectId);
    const { items } = await site.owner.client.listSessions();
    things = knownThings(new Set([site.projectId, site.owner.user.id, ...items.map(({ id }) => id)]));
    await furnish(things, site);
  });
  after(() => opened.disposeAsync());

  /** Invented sign-ins count as failures of this address; they must not lock the fuzz itself out. */
  async function renewSpare(): Promise<void> {
    await controlPlane.app.store.inInstallation(({ tx }) => tx.deleteFrom("loginAttempts").execute());
    spare = await controlPlane.session("owner", site.projectId);
  }

  async function send(fuzzed: FuzzedRequest): Promise<void> {
    const { name, params, query, body, rawBody, headers } = things.resolve(fuzzed);
    const asker = recipeOf(name).spendsSession === true ? spare : site.owner;
    const options = { headers: { ...asker.headers(), ...headers }, ...(rawBody === undefined ? {} : { rawBody }) };
    const answer = await sendRequest(controlPlane.url, exchanged, name, { params, query, body }, options);
    const isProviderAway = asksProvider.has(name) && answer.error?.code === "UNAVAILABLE";
    assert.ok(answer.status < 500 || isProviderAway, `${name}: ${answer.text}`);
    things.learn({ ...params, ...answer.body });
    things.learnCursor(answer.body["nextCursor"]);
    if (answer.error === null) succeeded.add(name);
    else if (asker === spare && /^(SESSION_EXPIRED|CSRF_INVALID)$/.test(answer.error.code)) await renewSpare();
  }

  test(`${count} requests: no answer is a 5xx or outside of what the table declares, and the server lives`, async () => {
    verifies("rules.validate", "rules.error-shape");
    const batch = fc.array(fuzzedRequest, { minLength: atOnce, maxLength: atOnce });
    await fc.assert(
      fc.asyncProperty(batch, async (requests) => {
        await Promise.all(
          requests.map((request) =>
            send(request).catch((cause: unknown) => {
              throw new Error(`${JSON.stringify(request).slice(0, 2_000)}\n${String(cause)}`, { cause });
            }),
          ),
        );
      }),
      // The server remembers earlier requests, so a shrunk example would behave differently.
      { seed, numRuns: count / atOnce, endOnFailure: true },
    );
    const { status } = await site.owner.request("/api/auth/me");
    assert.equal(status, 200, "the fuzzer's own session lives");
    for (const path of ["/health", "/ready"]) assert.equal((await controlPlane.request(path)).status, 200, path);
  });

  test("the requests were not all refused at the door", () => {
    const refused = operationNames.filter((name) => !succeeded.has(name));
    const successes = exchanged.filter(({ status }) => status < 300).length;
    assert.ok(successes > exchanged.length / 10, `${successes} of ${exchanged.length} succeeded`);
    assert.ok(refused.length < operationNames.length / 2, `never succeeded: ${refused.join(", ")}`);
  });

  test("bytes that are no HTTP are answered 4xx or not at all, and the server lives", async () => {
    const { port } = controlPlane.controlPlane;
    let answered = 0;
    const talk = (bytes: Uint8Array) =>
      new Promise<string>((resolve) => {
        const socket = connect(port, "127.0.0.1");
        const chunks: Buffer[] = [];
        socket.on("data", (chunk: Buffer) => chunks.push(chunk));
        socket.on("error", () => resolve(Buffer.concat(chunks).toString("latin1")));
        socket.on("close", () => resolve(Buffer.concat(chunks).toString("latin1")));
        socket.end(bytes);
      });
    const line = fc.tuple(
      fc.constantFrom(
        "GET /api/auth/me HTTP/1.1",
        "POST /api/functions HTTP/1.1",
        "GET http://elsewhere/ HTTP/1.1",
        "GET /%zz HTTP/1.1",
        "NOPE / HTTP/9.9",
        "GET //api/../api HTTP/1.1",
      ),
      fc.constantFrom(
        "host: a",
        "host: a\r\nhost: b",
        "content-length: -1",
        "content-length: 5\r\ntransfer-encoding: chunked",
        "transfer-encoding: gzip",
        "cookie: \u0001",
        `x: ${"y".repeat(20_000)}`,
        "expect: 100-continue",
      ),
      fc.string({ unit: "binary-ascii", maxLength: 60 }),
    );
    const bytes = fc.oneof(
      fc.uint8Array({ maxLength: 300 }),
      line.map(([first, header, rest]) => Buffer.from(`${first}\r\n${header}\r\n\r\n${rest}`, "latin1")),
    );
    await fc.assert(
      fc.asyncProperty(bytes, async (sent) => {
        const answer = await talk(sent);
        if (answer !== "") answered += 1;
        if (answer !== "") assert.match(answer, /^HTTP\/1\.1 (4\d\d|100) /, answer.slice(0, 300));
      }),
      { seed, numRuns: count / 10, endOnFailure: true },
    );
    assert.ok(answered > count / 100, `${answered} answers`);
    assert.equal((await controlPlane.request("/health")).status, 200);
  });
});
