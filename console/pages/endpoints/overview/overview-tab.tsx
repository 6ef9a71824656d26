import { environments } from "@ferrule/contract/states.ts";
import { Plug } from "lucide-react";
import { useState } from "react";
import { lazyPart } from "../../../components/lazy-part.tsx";
import { Card, Facts } from "../../../components/card.tsx";
import { bytes, count } from "../../../components/format.ts";
import { LinkButton } from "../../../components/button/link-button.tsx";
import { ShortId } from "../../../components/button/short-id.tsx";
import { Mono } from "../../../components/mono.tsx";
import { Skeleton } from "../../../components/states.tsx";
import { Time } from "../../../components/time.tsx";
import type { Endpoint } from "../endpoint.ts";
import { EnvironmentCard } from "./environment-card.tsx";

const RecentCalls = lazyPart(() => import("./recent-calls.tsx"), "RecentCalls", <Skeleton className="h-112" />);

const EndpointTraffic = lazyPart(
  () => import("./endpoint-traffic.tsx"),
  "EndpointTraffic",
  <Skeleton className="h-80" />,
);

const NothingLive = ({ endpointId }: { endpointId: string }) => (
  <div className="flex flex-wrap items-center gap-3 rounded-lg border border-line bg-surface px-4 py-3 text-sm">
    <Plug aria-hidden size={16} className="text-muted" />
    <p className="min-w-0 flex-1">
      Nothing is live yet. Bind a Function, deploy to Development, then release to Production.
    </p>
    <LinkButton
      to="/endpoints/$endpointId"
      params={{ endpointId }}
      search={{ tab: "bindings", binding: "new" }}
      size="sm"
    >
      Bind a Function
    </LinkButton>
    <LinkButton to="/deployments" size="sm">
      Deploy
    </LinkButton>
  </div>
);

const About = ({ endpoint }: { endpoint: Endpoint }) => (
  <Card title="About">
    <div className="grid gap-4">
      <Facts
        items={[
          ["Id", <ShortId key="id" id={endpoint.id} />],
          ["Slug", <Mono key="slug">{endpoint.slug}</Mono>],
          ["Rate", `${count(endpoint.limits.requestsPerMinute)} requests a minute`],
          ["Body", `at most ${bytes(endpoint.limits.maxBodyBytes)}`],
          ...(endpoint.kind === "mcp" && endpoint.unknownArguments === "ignore"
            ? [["Unknown arguments", "ignored"] as const]
            : []),
          ["Created", <Time key="created" at={endpoint.createdAt} />],
          ["Changed", <Time key="changed" at={endpoint.updatedAt} />],
        ]}
      />
      {endpoint.kind === "mcp" && (
        <div>
          <h3 className="mb-1 text-xs font-medium text-muted">Instructions for the model</h3>
          <p className="text-sm break-words whitespace-pre-wrap">
            {endpoint.instructions || <span className="text-muted">None.</span>}
          </p>
        </div>
      )}
    </div>
  </Card>
);

/** Addresses and state in each environment, calls over time, recent calls, texts and limits. */
export function OverviewTab({ endpoint }: { endpoint: Endpoint }) {
  const [since] = useState(() => new Date(Date.now() - 86_400_000).toISOString());
  return (
    <div className="grid gap-4">
      {!endpoint.deployed.development && !endpoint.deployed.production && <NothingLive endpointId={endpoint.id} />}
      <div className="grid grid-cols-1 gap-4 lg:grid-cols-2">
        {environments.map((environment) => (
          <EnvironmentCard key={environment} endpoint={endpoint} environment={environment} since={since} />
        ))}
      </div>
      <EndpointTraffic endpoint={endpoint} />
      <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[minmax(0,1fr)_minmax(18rem,24rem)]">
        <RecentCalls endpoint={endpoint} />
        <About endpoint={endpoint} />
      </div>
    </div>
  );
}
