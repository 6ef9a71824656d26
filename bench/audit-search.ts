import { loadavg } from "node:os";
import type { Client } from "@ferrule/contract/client.ts";
import { startTestPlatform } from "@ferrule/acceptance/platform.ts";
import { Client as Database } from "pg";
import { cpuTimeOf } from "./measuring/process-figures.ts";
import { quantile } from "./measuring/quantile.ts";
import { processesOf } from "./measuring/role-processes.ts";

/*
 * The duration of searches in the audit log with a million events, through the gateway: by words and by each filter.
 * BENCH_ROWS and BENCH_REQUESTS scale it. It writes the events by one statement, as of 2.5 s each, with 7 Projects, 50
 * people and 10 actions in turn.
 */
const setting = (name: string, usual: number) => Number(process.env[name] ?? usual);
const rows = setting("BENCH_ROWS", 1_000_000);
const requests = setting("BENCH_REQUESTS", 20);
const aimMs = 200;

await using platform = await startTestPlatform({ env: { LOG_LEVEL: "warn" } });
const client = await platform.signInAsOwner();

const padded = (n: string) => `lpad((${n})::text, 24, '0')`;
async function fill(): Promise<void> {
  const database = new Database({ connectionString: platform.databaseUrl });
  await database.connect();
  try {
    await database.query("select set_config('ferrule.scope', 'installation', false)");
    await database.query(
      `insert into audit_events (id, at, action, project_id, actor_kind, actor_id, actor_user_id, actor_email, target_kind,
        target_id, target_name, request_id, ip, user_agent, outcome, changes, hash)
      select 'aud_' || ${padded("n")}, now() - ($1 - n) * interval '2.5 seconds',
        (array['function.update', 'deployment.create', 'deployment.release', 'secret.update', 'auth.login', 'user.update',
          'data-record.update', 'execution.cancel', 'runtime-endpoint.update', 'cron-binding.update'])[1 + n % 10],
        'prj_' || ${padded("n % 7")}, 'user', 'usr_' || ${padded("n % 50")}, 'usr_' || ${padded("n % 50")},
        'person-' || n % 50 || '@acme.example', 'thing', 'tgt_' || n % 5000, 'thing-' || n % 5000, 'req_' || ${padded("n")},
        '203.0.113.' || n % 250, 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36',
        case when n % 40 = 0 then 'denied' else 'success' end,
        json_build_object('description', json_build_array('An order of three lines', 'An order of four lines'))::jsonb, md5(n::text)
      from generate_series(1, $1::integer) n`,
      [rows],
    );
    await database.query("vacuum analyze audit_events");
  } finally {
    await database.end();
  }
}
await fill();

type Query = NonNullable<NonNullable<Parameters<Client["listAuditEvents"]>[0]>["query"]>;
const id = (prefix: string, n: number) => `${prefix}_${String(n).padStart(24, "0")}`;
const at = (share: number) => new Date(Date.now() - share * rows * 2_500).toISOString();
const lists: [string, Query][] = [
  ["no filter", {}],
  ["words of every fiftieth event", { q: "person-7" }],
  ["words of every 5,000th", { q: "thing-4999" }],
  ["words of none", { q: "nobody at all" }],
  ["words of none, in one Project", { q: "nobody", projectId: id("prj", 3) }],
  ["words of none, of one action", { q: "nobody", action: "secret.update" }],
  ["words of none, of one person", { q: "nobody", actorId: id("usr", 3) }],
  ["words of none, of a range in the middle", { q: "nobody", from: at(0.6), to: at(0.5) }],
  ["a range in the middle", { from: at(0.6), to: at(0.5) }],
  ["a person", { actorId: id("usr", 3) }],
  ["a token that did nothing", { actorId: id("tok", 3) }],
  ["a Project and an action", { projectId: id("prj", 3), action: "secret.update" }],
  ["outcome failure (none)", { outcome: "failure" }],
  ["outcome failure (none), of one action", { outcome: "failure", action: "secret.update" }],
  ["a target", { targetId: "tgt_3" }],
];

const databaseTime = () => {
  const { userMs, systemMs } = cpuTimeOf(processesOf(platform).get("PostgreSQL") ?? []);
  return userMs + systemMs;
};

process.stdout.write(
  `Node ${process.version}, ${rows} events, ${requests} requests each, one at a time, load average ${loadavg()[0]?.toFixed(1)}\n\n` +
    "| page of 100, by | shown | p50 ms | p95 ms | PostgreSQL's processor, ms | searched, share of the log |\n|---|---|---|---|---|---|\n",
);
const slow: string[] = [];
for (const [name, query] of lists) {
  const ask = () => client.listAuditEvents({ query: { limit: 100, ...query } });
  const { items, searchedSince } = await ask();
  const before = databaseTime();
  const took: number[] = [];
  for (let n = 0; n < requests; n += 1) {
    const began = performance.now();
    await ask();
    took.push(performance.now() - began);
  }
  const databaseMs = (databaseTime() - before) / requests;
  if (databaseMs > aimMs) slow.push(name);
  const share = searchedSince === null ? 1 : (Date.now() - Date.parse(searchedSince)) / (rows * 2_500);
  const cells = [quantile(took, 0.5), quantile(took, 0.95), databaseMs].map((ms) => ms.toFixed(1));
  process.stdout.write(
    `| ${name} | ${items.length} | ${cells.join(" | ")} | ${searchedSince === null ? "enough" : share.toFixed(2)} |\n`,
  );
}
if (slow.length > 0 && rows >= 1_000_000) {
  process.stdout.write(`\nSlower than meant: ${slow.join("; ")}\n`);
  process.exitCode = 1;
}
