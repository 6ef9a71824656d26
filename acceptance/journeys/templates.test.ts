import assert from "node:assert/strict";
import { createServer, type IncomingMessage } from "node:http";
import { after, before, describe, test } from "node:test";
import type { Client } from "@ferrule/contract/client.ts";
import { listen } from "@ferrule/kit/network/listen.ts";
import { duringTests } from "@ferrule/kit/testing/during-tests.ts";
import { eventually } from "../eventually.ts";
import { deploy, issueKey, openProject } from "../deploy.ts";
import { shareTestPlatform } from "../platform.ts";

const token = "a token of the tests 7f3a";

interface Answered {
  status: number;
  body: unknown;
}

const issue = {
  repository_url: "https://api.github.example/repos/acme/shop",
  number: 7,
  title: "The cart is empty",
  state: "open",
  html_url: "https://github.example/acme/shop/issues/7",
  user: { login: "ann" },
  labels: [{ name: "bug" }],
  comments: 2,
  updated_at: "2026-11-20T10:00:00Z",
  body: "long",
};

/** The number of open orders in the figures: it grows by three with each response. */
let openOrders = 4;

/** The requests to the test services, and their responses. */
function answerOf({ url = "", headers }: IncomingMessage, sent: Record<string, string>): Answered {
  if (url.startsWith("/hook/")) return { status: url === "/hook/down" ? 503 : 200, body: "ok" };
  if (url.startsWith("/open/"))
    return url === "/open/rates" ? { status: 200, body: { EUR: 1 } } : { status: 404, body: {} };
  if (headers.authorization !== `Bearer ${token}`) return { status: 401, body: { error: "no token" } };
  if (url.startsWith("/search/issues?")) {
    const query = new URL(url, "http://localhost").searchParams.get("q") ?? "";
    if (query.startsWith("((")) return { status: 422, body: { message: "Validation Failed" } };
    return { status: 200, body: { total_count: 1, items: [{ ...issue, title: query }] } };
  }
  if (url === "/api/chat.postMessage") {
    if (sent["channel"] === "#nowhere") return { status: 200, body: { ok: false, error: "channel_not_found" } };
    return { status: 200, body: { ok: true, channel: "C1", ts: "1700000000.000100" } };
  }
  if (url === "/v1/figures") return { status: 200, body: { orders: { open: (openOrders += 3), total: 40 } } };
  return url.startsWith("/v1/orders/A-1") ? { status: 200, body: { asked: url } } : { status: 404, body: {} };
}

describe("every template works in the real sandbox as it is installed", () => {
  const platform = duringTests(shareTestPlatform);
  let client: Client;
  let recordsUrl: string;
  let recordsKey: string;
  let digestCron: string;
  let hooks: string;
  const created = new Map<string, string>();
  /** Every request to the services, with its content. */
  const asked: { url: string; sent: Record<string, string> }[] = [];
  const api = createServer((request, response) => {
    let text = "";
    request.setEncoding("utf8").on("data", (part: string) => (text += part));
    request.on("end", () => {
      const sent = (text === "" ? {} : JSON.parse(text)) as Record<string, string>;
      asked.push({ url: request.url ?? "", sent });
      const { status, body } = answerOf(request, sent);
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
    });
  });

  before(async () => {
    await listen(api, platform.outsidePort, "127.0.0.1");
    const host = `127.0.0.1:${platform.outsidePort}`;
    hooks = `http://${host}`;
    client = await platform.signInAsOwner();
    await openProject(client);
    for (const [name, value] of [
      ["API_TOKEN", token],
      ["SLACK_TOKEN", token],
      ["GITHUB_TOKEN", token],
      ["REPORT_WEBHOOK_URL", `${hooks}/hook/report`],
      ["DIGEST_WEBHOOK_URL", `${hooks}/hook/digest`],
      ["WEBHOOK_SECRET", "a signing key of the tests"],
    ] as const) {
      await client.createSecret({ body: { name, environment: "development", value } });
    }
    const install = async (
      templateId: string,
      parameters: Record<string, string | number | boolean | string[] | Record<string, number>>,
    ) => {
      const answer = await client.installTemplate({ body: { templateId, parameters } });
      assert.deepEqual(answer.missingSecrets, []);
      created.set(templateId, answer.created.find(({ kind }) => kind === "function")?.id ?? "");
      return answer.created;
    };
    await install("rest-call", { baseUrl: `http://${host}/v1` });
    await install("csv-to-json", { delimiter: ";", maxRows: 2 });
    await install("feature-flags", { flags: { half: 50, none: 0, all: 100 } });
    await install("slack-message", { apiUrl: `http://${host}/`, channel: "#orders" });
    await install("github-issues", { apiUrl: `http://${host}`, repository: "acme/shop" });
    await install("cache-counter", { period: "ever" });
    await install("html-to-text", { maxCharacters: 200 });
    await install("rate-limited-proxy", { baseUrl: `http://${host}/open`, callsPerMinute: 2, rememberedSeconds: 600 });
    await install("scheduled-report", {
      title: "Orders",
      sourceUrl: `${hooks}/v1/figures`,
      figures: ["orders.open", "orders.total"],
      webhookOrigin: hooks,
    });
    const records = await install("record-crud", { collection: "tasks" });
    const endpointId = records.find(({ kind }) => kind === "runtime-endpoint")?.id ?? "";
    const { urls } = await client.getRuntimeEndpoint({ params: { endpointId } });
    recordsUrl = `${urls.development}/tasks`;
    recordsKey = await issueKey(client, endpointId, { tenantId: "acme" });
    const digest = await install("record-digest", {
      collection: "tasks",
      tenantId: "acme",
      mostShown: 2,
      webhookOrigin: hooks,
    });
    digestCron = digest.find(({ kind }) => kind === "cron-binding")?.id ?? "";
    await install("webhook-receiver", {});
    await deploy(client);
  });
  after(async () => {
    api.close();
    api.closeAllConnections();
  });

  async function run(templateId: string, input: Record<string, string | number | Record<string, string>>) {
    const params = { functionId: created.get(templateId) ?? "" };
    const { status, output, error } = await client.testFunction({ params, body: { input } });
    return status === "succeeded" ? output : `${error?.code}: ${error?.message}`;
  }

  test("nothing that is installed needs more than it declares", async () => {
    const { items } = await client.listFunctions({ query: {} });
    assert.equal(items.length, 16);
    for (const { id, slug } of items) {
      const { valid, diagnostics } = await client.validateFunction({ params: { functionId: id }, body: {} });
      assert.deepEqual([slug, valid, diagnostics], [slug, true, []]);
    }
  });

  test("rest-call reads with the secret, below its address only, and says what the API refused", async () => {
    assert.deepEqual(await run("rest-call", { path: "/orders/A-1", query: { full: "yes & no" } }), {
      status: 200,
      body: { asked: "/v1/orders/A-1?full=yes+%26+no" },
    });
    assert.equal(await run("rest-call", { path: "/orders/B-2" }), "API_REFUSED: The API answered 404.");
    for (const path of ["/../admin", "/orders/../../admin", "/..%2fadmin/../../x"]) {
      assert.equal(await run("rest-call", { path }), "PATH_REFUSED: The path leads out of the API.", path);
    }
  });

  test("csv-to-json reads quoted fields, and says how much it left out", async () => {
    const csv = '\uFEFFname;"said; ""so"""\r\nAnn;"two\nlines"\n\nBo;\nCy;3\n';
    assert.deepEqual(await run("csv-to-json", { csv }), {
      columns: ["name", 'said; "so"'],
      rows: [
        { name: "Ann", 'said; "so"': "two\nlines" },
        { name: "Bo", 'said; "so"': "" },
      ],
      total: 3,
      truncated: true,
    });
    assert.equal(await run("csv-to-json", { csv: 'a;b\n"open' }), "CSV_INVALID: A quoted field is not closed.");
  });

  test("feature-flags gives the same subject the same answer, and about the share that was asked for", async () => {
    const enabledFor = async (flag: string, subject: string) =>
      ((await run("feature-flags", { flag, subject })) as { enabled: boolean }).enabled;
    const subjects = Array.from({ length: 24 }, (_, n) => `subject-${n}`);
    const first = await Promise.all(subjects.map((subject) => enabledFor("half", subject)));
    const share = first.filter(Boolean).length;
    assert.ok(share >= 4 && share <= 20, `${share} of 24`);
    assert.equal(await enabledFor("half", "subject-3"), first[3]);
    assert.deepEqual([await enabledFor("none", "a"), await enabledFor("all", "a")], [false, true]);
    assert.equal(
      await run("feature-flags", { flag: "toString", subject: "a" }),
      "FLAG_UNKNOWN: There is no flag toString.",
    );
  });

  test("slack-message posts as the app, mentions nobody, and says why Slack refused", async () => {
    const posted = { channel: "C1", ts: "1700000000.000100" };
    assert.deepEqual(await run("slack-message", { text: "Hello <!channel> & all" }), posted);
    assert.deepEqual(asked.at(-1), {
      url: "/api/chat.postMessage",
      sent: { channel: "#orders", text: "Hello &lt;!channel&gt; &amp; all" },
    });
    await run("slack-message", { text: "below", channel: "C2", threadTs: "1700000000.000100" });
    assert.deepEqual(asked.at(-1)?.sent, { channel: "C2", text: "below", thread_ts: "1700000000.000100" });
    const refused = "SLACK_REFUSED: Slack refused the message: channel_not_found.";
    assert.equal(await run("slack-message", { text: "x", channel: "#nowhere" }), refused);
  });

  test("github-issues finds what is asked for in its repository, and nowhere else", async () => {
    assert.deepEqual(await run("github-issues", { query: "cart label:bug", state: "open" }), {
      total: 1,
      issues: [
        {
          repository: "acme/shop",
          number: 7,
          title: "cart label:bug is:issue repo:acme/shop is:open",
          state: "open",
          url: "https://github.example/acme/shop/issues/7",
          author: "ann",
          labels: ["bug"],
          comments: 2,
          updatedAt: "2026-11-20T10:00:00Z",
        },
      ],
    });
    const elsewhere = "QUERY_REFUSED: Only issues of acme/shop can be searched.";
    for (const query of ["cart repo:other/thing", "ORG:other", "(user:ann)"]) {
      assert.equal(await run("github-issues", { query }), elsewhere, query);
    }
    assert.equal(await run("github-issues", { query: "((" }), "QUERY_REFUSED: GitHub does not understand this query.");
  });

  test("cache-counter counts by name, and is read by adding nothing", async () => {
    const count = async (name: string, by?: number) =>
      ((await run("cache-counter", by === undefined ? { name } : { name, by })) as { count: number }).count;
    assert.deepEqual([await count("visits"), await count("visits", 4), await count("visits", -2)], [1, 5, 3]);
    assert.deepEqual([await count("visits", 0), await count("visits", 0), await count("orders", 0)], [3, 3, 0]);
  });

  test("html-to-text keeps paragraphs, lists, tables and links, and nothing of scripts", async () => {
    const html =
      "<!doctype html><head><title>no</title></head><h1>Orders &amp; more</h1><p>Hello  <b>World</b>,\n see <a " +
      'href="https://a.example/?a=1&amp;b=2">here</a>.</p><script>if (a<b) write("</p>")</script><ul><li>One<li>Two ' +
      "&#8364;</ul><table><tr><td>a</td><td>b</td></tr></table><pre>x\n  y</pre>1 < 2 <!-- no -->";
    assert.deepEqual(await run("html-to-text", { html }), {
      text: "Orders & more\n\nHello World, see here (https://a.example/?a=1&b=2).\n\n- One\n- Two €\n\na\tb\n\nx\n  y\n\n1 < 2",
      truncated: false,
    });
    const long = (await run("html-to-text", { html: "<p>word ".repeat(1_000) })) as {
      text: string;
      truncated: boolean;
    };
    assert.deepEqual([long.text.length, long.truncated], [200, true]);
  });

  test("rate-limited-proxy asks so often and no more, and gives a remembered answer without asking", async () => {
    const calls = () => asked.filter(({ url }) => url.startsWith("/open/")).length;
    const read = async (path: string) =>
      (await run("rate-limited-proxy", { path })) as Record<string, unknown> | string;
    const answer = { status: 200, contentType: "application/json", body: '{"EUR":1}' };
    assert.deepEqual(await read("/rates"), { ...answer, remembered: false });
    for (let again = 0; again < 3; again += 1) assert.deepEqual(await read("/rates"), { ...answer, remembered: true });
    assert.equal(calls(), 1);
    // A missing item is not cached. A minute may end meanwhile, and the count restarts.
    const answers: unknown[] = [];
    while (typeof answers.at(-1) !== "string" && answers.length < 10) answers.push(await read("/none"));
    assert.equal(answers.at(-1), "RATE_LIMITED: The limit of calls for this minute is used up.");
    assert.equal(calls(), answers.length, "the last one was not asked for");
    assert.deepEqual(await read("/rates"), { ...answer, remembered: true });
    assert.equal(await read("/../v1"), "PATH_REFUSED: The path leads out of the API.");
  });

  test("scheduled-report posts the figures of the API, with what has changed since the last report", async () => {
    const text = "Orders\n• orders.open: 7\n• orders.total: 40";
    const figures = { "orders.open": 7, "orders.total": 40 };
    assert.deepEqual(await run("scheduled-report", {}), { text, figures });
    assert.deepEqual(asked.at(-1), { url: "/hook/report", sent: { text } });
    await run("scheduled-report", {});
    assert.deepEqual(asked.at(-1)?.sent, { text: "Orders\n• orders.open: 10 (+3)\n• orders.total: 40 (0)" });
    const params = {
      secretId:
        (await client.listSecrets({ query: { limit: 200 } })).items.find(({ name }) => name === "REPORT_WEBHOOK_URL")
          ?.id ?? "",
    };
    await client.rotateSecret({ params, body: { value: "https://elsewhere.example/hook" } });
    const refused = `WEBHOOK_INVALID: The secret REPORT_WEBHOOK_URL must be an address of ${hooks}.`;
    await eventually(async () => ((await run("scheduled-report", {})) === refused ? true : undefined), 20_000);
    assert.ok(asked.every(({ url }) => url !== "/hook/elsewhere"));
  });

  async function sendRecord(method: string, path = "", body?: object) {
    const response = await fetch(recordsUrl + path, {
      method,
      headers: { "x-api-key": recordsKey, "content-type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const answer = (await response.json()) as {
      id?: string;
      revision?: number;
      data?: object;
      deleted?: boolean;
      items?: { id: string }[];
      error?: { code: string };
    };
    return { status: response.status, ...answer };
  }

  test("record-crud makes, reads, lists, changes and deletes, and says why it does not", async () => {
    const made = await sendRecord("POST", "", { id: "t1", data: { title: "Paint", state: "open" } });
    assert.deepEqual([made.status, made.id, made.revision], [201, "t1", 1]);
    await sendRecord("POST", "", { id: "t2", data: { title: "Dry", state: "done" } });
    assert.equal((await sendRecord("POST", "", { id: "t1", data: { title: "Again" } })).status, 409);
    assert.equal((await sendRecord("POST", "", { data: { title: "" } })).status, 400);
    assert.deepEqual((await sendRecord("GET", "/t1")).data, { title: "Paint", state: "open" });
    const found = async (query: string) => (await sendRecord("GET", query)).items?.map(({ id }) => id);
    assert.deepEqual(await found("?orderBy=title"), ["t2", "t1"]);
    assert.deepEqual(await found("?field=state&equals=open"), ["t1"]);
    assert.equal((await sendRecord("GET", "?field=state")).status, 400);
    const data = { title: "Paint", state: "done" };
    assert.equal((await sendRecord("PUT", "/t1", { data, revision: 1 })).revision, 2);
    const stale = await sendRecord("PUT", "/t1", { data, revision: 1 });
    assert.deepEqual([stale.status, stale.error?.code], [412, "REVISION_CONFLICT"]);
    assert.equal((await sendRecord("PUT", "/none", { data, revision: 1 })).status, 404);
    assert.deepEqual(
      [await sendRecord("DELETE", "/t2"), await sendRecord("DELETE", "/t2")],
      [
        { status: 200, deleted: true },
        { status: 200, deleted: false },
      ],
    );
    assert.equal((await sendRecord("GET", "/t2")).status, 404);
  });

  test("record-digest runs by its cron, for its tenant, and posts what is new there", async () => {
    for (const [id, title] of [
      ["d1", "Sand & <!channel>"],
      ["d2", "Wax"],
    ]) {
      assert.equal((await sendRecord("POST", "", { id, data: { title } })).status, 201);
    }
    const params = { cronBindingId: digestCron };
    const asking = await client.runCronBinding({ params });
    const run = await eventually(async () => {
      const { items } = await client.listCronRuns({ params, query: {} });
      const found = items.find(({ id }) => id === asking.id);
      return found?.finishedAt === null ? undefined : found;
    }, 30_000);
    assert.deepEqual([run.status, run.reason], ["succeeded", null]);
    const text = "New records: 3 in the last 24 hours\n• Wax\n• Sand &amp; &lt;!channel&gt;\n… and 1 more";
    assert.deepEqual(asked.at(-1), { url: "/hook/digest", sent: { text } });
  });

  test("record-digest posts nothing of a tenant without records", async () => {
    const before = asked.length;
    assert.deepEqual(await run("record-digest", {}), {
      count: 0,
      posted: false,
      text: "New records: 0 in the last 24 hours",
    });
    assert.equal(asked.length, before);
  });
});
