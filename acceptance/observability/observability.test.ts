import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { before, describe, test } from "node:test";
import { parse } from "yaml";
import { duringTests } from "@ferrule/kit/testing/during-tests.ts";
import { shareTestPlatform } from "../platform.ts";
import { readMetrics, type Exported } from "./read-metrics.ts";
import { selectorsOf } from "./selectors-of.ts";

interface Panel {
  id: number;
  type: string;
  title: string;
  gridPos: { h: number; w: number; x: number; y: number };
  targets?: { expr: string }[];
}

const root = join(import.meta.dirname, "../..");
const folder = join(root, "deploy/observability");
const read = (path: string) => readFileSync(path, "utf8");
const { groups } = parse(read(join(folder, "alerts.yaml"))) as {
  groups: { rules: { alert: string; expr: string; labels: { severity: string } }[] }[];
};
const rules = groups.flatMap((group) => group.rules);
const { panels } = JSON.parse(read(join(folder, "grafana-dashboard.json"))) as { panels: Panel[] };
const charts = panels.filter(({ type }) => type !== "row");
const expressions = [
  ...rules.map(({ alert, expr }) => ({ where: alert, expr })),
  ...charts.flatMap(({ title, targets = [] }) => targets.map(({ expr }) => ({ where: title, expr }))),
];

/** Metrics that exist only with a certain setting, and the place that makes them. */
const bySetting = {
  "gateway/tls/tls-metrics.ts": [
    "ferrule_gateway_certificate_expiry_timestamp_seconds",
    "ferrule_gateway_certificate_refused",
    "ferrule_gateway_http2_connections_cut_total",
  ],
  "kit/tls/serve-privately.ts": [
    "ferrule_internal_certificate_expiry_timestamp_seconds",
    "ferrule_internal_certificate_refused",
  ],
  "control-plane/observed/executions/archive/archive-metrics.ts": [
    "ferrule_archive_failures",
    "ferrule_archive_last_day_timestamp_seconds",
  ],
};
const settingsMetrics = new Set(Object.values(bySetting).flat());

/** The labels that Prometheus itself adds to each series. */
const ofScrape = new Set(["job", "instance"]);

/** The part of an expression that no role exports; null when all exist. */
function missingOf(expr: string, exported: Exported): string | null {
  for (const { metric, matchers } of selectorsOf(expr)) {
    if (metric === "up" || settingsMetrics.has(metric)) continue;
    const series = exported.get(metric);
    if (series === undefined) return metric;
    const own = matchers.filter(({ label }) => !ofScrape.has(label));
    const fits = (labels: Record<string, string>) =>
      own.every(({ label, operator, value }) =>
        operator.includes("~") ? new RegExp(`^(?:${value})$`).test(labels[label] ?? "") : labels[label] === value,
      );
    if (own.length > 0 && !series.some(fits)) return `${metric} ${JSON.stringify(own)}`;
  }
  return null;
}

describe("alerts and the dashboard", () => {
  const platform = duringTests(shareTestPlatform);
  let exported: Exported;
  before(async () => {
    // A histogram has its labels from its first observation on.
    for (const prefix of ["mcp", "http"]) await (await fetch(`${platform.url}/${prefix}/none`)).arrayBuffer();
    const ports = [platform.controlPlane, ...platform.workers].map(({ listening }) => listening.port);
    const texts = await Promise.all(
      [platform.url, ...ports.map((port) => `http://127.0.0.1:${port}`)].map(async (origin) =>
        (await fetch(`${origin}/metrics`)).text(),
      ),
    );
    exported = readMetrics(texts.join("\n"));
  });

  test("name only metrics and labels that a role exports", () => {
    assert.ok(rules.length > 10 && charts.length > 15);
    for (const { where, expr } of expressions) {
      assert.ok(selectorsOf(expr).length > 0, where);
      assert.equal(missingOf(expr, exported), null, where);
    }
  });

  test("name metrics of a setting as their sources do", () => {
    for (const [path, names] of Object.entries(bySetting)) {
      const made = [...read(join(root, path)).matchAll(/name: "(ferrule_\w+)"/g)].map(([, name]) => name);
      assert.deepEqual(made, names, path);
    }
  });

  test("would not pass with a name, a label or a value that no role exports", () => {
    assert.equal(missingOf("rate(ferrule_gateway_request_total[5m])", exported), "ferrule_gateway_request_total");
    assert.match(missingOf('ferrule_gateway_requests_total{status="500"}', exported) ?? "", /500/);
    assert.match(missingOf('ferrule_worker_executions_total{state=~"failed"}', exported) ?? "", /state/);
    assert.throws(() => missingOf("sum(rate(up[5m])", exported), /no PromQL/);
  });

  test("use every metric of Ferrule that operators are told of", () => {
    const used = new Set(expressions.flatMap(({ expr }) => selectorsOf(expr).map(({ metric }) => metric)));
    const basic = (name: string) => name.replace(/_(?:bucket|sum|count)$/, "");
    const shown = new Set([...used].map(basic));
    const unshown = [...new Set([...exported.keys()].filter((name) => name.startsWith("ferrule_")).map(basic))].filter(
      (name) => !shown.has(name),
    );
    assert.deepEqual(unshown.sort(), [
      "ferrule_gateway_upstream_framed",
      "ferrule_worker_endpoints",
      "ferrule_worker_memory_reserved_bytes",
      "ferrule_worker_requests_total",
    ]);
  });
});

test("the operators' page says of each alert what to do", () => {
  const page = read(join(root, "docs/operating.md"));
  const told = [...page.matchAll(/^\| `(Ferrule\w+)` \|/gm)].map(([, name]) => name);
  assert.equal(told.length, rules.length);
  assert.deepEqual(new Set(told), new Set(rules.map(({ alert }) => alert)));
  for (const { alert, labels } of rules) assert.match(labels.severity, /^(?:warning|critical)$/, alert);
});

test("the dashboard's panels have numbers of their own and do not lie on one another", () => {
  assert.equal(new Set(panels.map(({ id }) => id)).size, panels.length);
  const taken = new Set<string>();
  for (const { title, gridPos } of panels) {
    assert.ok(gridPos.x + gridPos.w <= 24, title);
    for (let x = gridPos.x; x < gridPos.x + gridPos.w; x += 1)
      for (let y = gridPos.y; y < gridPos.y + gridPos.h; y += 1) {
        assert.ok(!taken.has(`${x} ${y}`), title);
        taken.add(`${x} ${y}`);
      }
  }
});

const promtool = (() => {
  try {
    execFileSync("promtool", ["--version"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
})();

test("promtool takes the alerts, and they fire when they should", { skip: !promtool && "there is no promtool" }, () => {
  execFileSync("promtool", ["check", "rules", "alerts.yaml"], { cwd: folder, stdio: "pipe" });
  execFileSync("promtool", ["test", "rules", "alerts.test.yaml"], { cwd: folder, stdio: "pipe" });
});
