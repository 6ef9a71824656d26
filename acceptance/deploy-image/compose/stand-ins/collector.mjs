// A collector with the parts that compose.yaml uses: it reads collector.yaml, finds the targets of its scrape jobs by
// DNS, scrapes them with the credentials named there, and counts the spans that reach the OTLP receiver. `GET
// :8888/seen` returns what it has received.
import { resolve4 } from "node:dns/promises";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { parse } from "yaml";

const path = process.argv.find((argument) => argument.startsWith("--config=")).slice("--config=".length);
const text = readFileSync(path, "utf8").replaceAll(/\$\{env:(\w+)\}/g, (_, name) => process.env[name] ?? "");
const { receivers } = parse(text);
const jobs = receivers.prometheus.config.scrape_configs;
const seen = {
  targets: Object.fromEntries(jobs.map(({ job_name }) => [job_name, []])),
  traces: 0,
  metrics: 0,
  logs: 0,
};

async function scrape({ job_name, authorization, dns_sd_configs }) {
  for (const { names, port } of dns_sd_configs)
    for (const address of (await Promise.all(names.map((name) => resolve4(name)))).flat()) {
      const headers = { authorization: `Bearer ${authorization.credentials}` };
      const answer = await fetch(`http://${address}:${port}/metrics`, { headers, signal: AbortSignal.timeout(2_000) });
      const isFerrule = answer.ok && (await answer.text()).includes("ferrule_");
      if (isFerrule && !seen.targets[job_name].includes(address)) seen.targets[job_name].push(address);
    }
}
setInterval(() => {
  // If a target is away, the next scrape finds it.
  for (const job of jobs) scrape(job).catch(() => undefined);
}, 1_000);

const [, port] = /:(\d+)$/.exec(receivers.otlp.protocols.http.endpoint);
createServer((request, response) => {
  const [, kind] = /^\/v1\/(traces|metrics|logs)$/.exec(request.url) ?? [];
  request.resume().on("end", () => {
    if (kind !== undefined) seen[kind] += 1;
    response.writeHead(kind === undefined ? 404 : 200, { "content-type": request.headers["content-type"] ?? "" }).end();
  });
}).listen(Number(port));
createServer((_, response) => response.end(JSON.stringify(seen))).listen(8888, "127.0.0.1");
process.on("SIGTERM", () => process.exit(0));
