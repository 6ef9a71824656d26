import type { Environment } from "@ferrule/contract/states.ts";
import { Link } from "@tanstack/react-router";
import { useOperation } from "../../../api/use-operation.ts";
import { EnvironmentBadge } from "../../../components/badge.tsx";
import { Card, Facts } from "../../../components/card.tsx";
import { duration } from "../../../components/format.ts";
import { Address } from "../../../components/show/address.tsx";
import { Skeleton } from "../../../components/states.tsx";
import { Time } from "../../../components/time.tsx";
import type { Endpoint } from "../endpoint.ts";
import { ServedState } from "../endpoint-state.tsx";
import { callersText, countedCalls } from "./counted-calls.ts";

interface EnvironmentCardProps {
  endpoint: Endpoint;
  environment: Environment;
  /** The start of the count, RFC 3339. */
  since: string;
}

/** The calls of one environment in names and values; placeholders until they are known. */
function useCallFacts({ endpoint, environment, since }: EnvironmentCardProps) {
  const { data, error } = useOperation(
    "listExecutions",
    { query: { endpointId: endpoint.id, environment, from: since, limit: 200 } },
    { refetchInterval: 10_000 },
  );
  const calls = data && countedCalls(data.items, data.nextCursor !== null);
  const waiting = error ? <span className="text-bad">could not be loaded</span> : <Skeleton className="h-5 w-40" />;
  const short = <Skeleton className="h-5 w-16" />;
  const { medianMs = null, lastAt = null } = calls ?? {};
  return [
    ["Last 24 h", calls?.text ?? waiting],
    ["Typical duration", calls ? (medianMs === null ? "–" : duration(medianMs)) : short],
    ["Last call", calls ? lastAt === null ? "none in 24 h" : <Time key="last" at={lastAt} /> : short],
  ] as const;
}

/** One environment of an endpoint: its address, its state, its callers, and the calls of the last day. */
export function EnvironmentCard(props: EnvironmentCardProps) {
  const { endpoint, environment } = props;
  const calls = useCallFacts(props);
  const url = endpoint.urls[environment];
  const search = environment === "production" ? ({ environment } as const) : {};
  return (
    <Card
      className={environment === "production" ? "border-production-line" : ""}
      title={<EnvironmentBadge environment={environment} />}
      actions={<ServedState endpoint={endpoint} environment={environment} />}
    >
      <div className="grid gap-3">
        <Address
          className="justify-between rounded-md bg-sunken py-1 pr-1 pl-2.5"
          url={url}
          label={`Copy the address in ${environment}`}
        />
        <Facts
          items={[
            [
              "Callers",
              <span key="callers">
                {callersText(endpoint.policy[environment])}{" "}
                <Link
                  to="/endpoints/$endpointId"
                  params={{ endpointId: endpoint.id }}
                  search={{ ...search, tab: "access" }}
                  className="link ml-1"
                  aria-label={`Access in ${environment}`}
                >
                  Access
                </Link>
              </span>,
            ],
            ...calls,
          ]}
        />
      </div>
    </Card>
  );
}
