import { deploymentStatuses, executionStatuses } from "@ferrule/contract/states.ts";
import { Badge, DeploymentBadge, EnvironmentBadge, ExecutionBadge } from "../../components/badge.tsx";
import { Card, Facts } from "../../components/card.tsx";
import { Chart } from "../../components/chart/chart.tsx";
import type { ChartSeries } from "../../components/chart/chart-props.ts";
import { Address } from "../../components/show/address.tsx";
import { CodeBlock } from "../../components/show/code-block.tsx";
import { ContentView } from "../../components/show/content-view.tsx";
import { DiffView } from "../../components/show/diff-view.tsx";
import { bytes, count, duration, percent } from "../../components/format.ts";
import { JsonView } from "../../components/show/json-view.tsx";
import { LogView } from "../../components/show/log-view.tsx";
import { TargetName } from "../../components/show/target-name.tsx";
import { Section } from "../../components/section.tsx";
import { ShortId } from "../../components/button/short-id.tsx";
import { Time } from "../../components/time.tsx";
import { Row, Samples } from "./sample.tsx";

const before = `export default async function lookUpOrder(input: Input) {\n  const order = await read(input.orderId);\n  return { status: order.status };\n}`;
const after = `export default async function lookUpOrder(input: Input) {\n  const order = await read(input.orderId);\n  return { status: order.status, total: order.total };\n}`;
const start = Date.parse("2026-11-21T08:00:00.000Z");
const times = Array.from({ length: 48 }, (_, index) => new Date(start + index * 1_800_000).toISOString());

function CodeSamples({ theme }: { theme: string }) {
  return (
    <Samples title="Code, JSON, difference">
      <CodeBlock
        title="From a shell"
        text={`curl -s 'https://tools.acme.example/http/production/demo/shop/orders/A-1001' \\\n  -H 'x-api-key: <key>'`}
      />
      <JsonView
        value={{
          orderId: "A-1001",
          total: 42,
          shipped: true,
          note: null,
          lines: [
            { sku: "T-1", count: 2 },
            { sku: "T-2", count: 1 },
          ],
        }}
      />
      <LogView
        label={`Sample log, ${theme}`}
        lines={[
          { at: "2030-01-01T12:00:00.000Z", level: "info", message: "Worker one builds 4 Functions." },
          { at: "2030-01-01T12:00:01.200Z", level: "warn", message: "Slow", data: { ms: 900 } },
          { at: "2030-01-01T12:00:02.450Z", level: "error", message: "shout.ts:6:16 There is no such name." },
        ]}
      />
      <Row>
        <TargetName target="look_up" />
        <TargetName target="resource:handbook" />
        <TargetName target="prompt:review" />
      </Row>
      <ContentView
        label={`Sample content, ${theme}`}
        mimeType="text/markdown"
        content={{ text: "# Handbook\n\nReply within *one* day:\n\n1. Read the order.\n2. Answer.\n" }}
      />
      <DiffView label={`Sample difference, ${theme}`} before={before} after={after} />
    </Samples>
  );
}

const StateSamples = () => (
  <Samples title="States">
    <Row>
      {executionStatuses.map((status) => (
        <ExecutionBadge key={status} status={status} />
      ))}
      <ExecutionBadge status="running" />
    </Row>
    <Row>
      {deploymentStatuses.map((status) => (
        <DeploymentBadge key={status} status={status} />
      ))}
    </Row>
    <Row>
      <EnvironmentBadge environment="development" />
      <EnvironmentBadge environment="production" />
      <Badge>MCP</Badge>
      <Badge tone="accent">draft</Badge>
      <Badge tone="warn">pinned</Badge>
    </Row>
  </Samples>
);

const series: ChartSeries[] = [
  {
    label: "Calls",
    color: "series-1",
    filled: true,
    values: times.map((_, index) => Math.round(120 + 90 * Math.sin(index / 6) + (index % 5) * 7)),
  },
  { label: "Failed", color: "series-bad", dash: [5, 3], values: times.map((_, index) => (index % 11 === 0 ? 22 : 3)) },
];

const ChartSamples = ({ theme }: { theme: string }) => (
  <Samples title="Chart">
    <Chart
      title={`Calls, ${theme}`}
      summary="5,700 calls, 3% failed. Busiest at 12:30."
      times={times}
      series={series}
      format={count}
      marks={[{ at: times[20] ?? "", label: "#12" }]}
    />
    <Chart
      title={`Outcomes, ${theme}`}
      summary="Parts of a whole; two deployments stand too close for labels of their own."
      times={times}
      series={series}
      format={count}
      stacked
      marks={[10, 11, 30].map((at) => ({ at: times[at] ?? "", label: `#${at}` }))}
      mergedMarks={(many) => `${many} deployments`}
    />
  </Samples>
);

/** Badges, numbers, code, charts. */
export const DataSamples = ({ theme }: { theme: string }) => (
  <>
    <StateSamples />
    <Samples title="Facts, times, numbers, identifiers">
      <Facts
        items={[
          ["Execution", <ShortId key="id" id="exe_0m4h2k7q9v1c3x5z8b6n4m21" />],
          ["Started", <Time key="at" at={new Date(Date.now() - 190_000).toISOString()} />],
          [
            "Address",
            <Address
              key="address"
              url={`https://tools.acme.example/${"a-long-part/".repeat(12)}orders-of-${theme}`}
              label="Copy the address"
            />,
          ],
          ["Duration", duration(1_240)],
          ["Calls", count(1_204_311)],
          ["Error rate", percent(0.0042)],
          ["Size", bytes(348_160)],
        ]}
      />
    </Samples>
    <ChartSamples theme={theme} />
    <CodeSamples theme={theme} />
    <Samples title="Card, section">
      <Card title={`Live now, ${theme}`}>
        <p className="text-sm text-muted">A self-contained part of a page.</p>
      </Card>
      <Section title={`Latest calls, ${theme}`}>
        <p className="text-sm text-muted">A titled part of a drawer.</p>
      </Section>
    </Samples>
  </>
);
