import { sentPath } from "@ferrule/contract/routes/sent-path.ts";
import type { Environment } from "@ferrule/contract/states.ts";
import { Route as RouteIcon } from "lucide-react";
import { EnvironmentBadge } from "../../../components/badge.tsx";
import { Card } from "../../../components/card.tsx";
import { CodeBlock } from "../../../components/show/code-block.tsx";
import { ErrorNote } from "../../../components/show/error-note.tsx";
import { EmptyState, Skeleton } from "../../../components/states.tsx";
import { environmentNames } from "../../../shell/environment/environment-names.ts";
import { routeName } from "../discovery/served.ts";
import { useServed } from "../discovery/use-served.ts";
import type { Endpoint } from "../endpoint.ts";

/** The setup for a webhook sender whose signature opens the endpoint: addresses, but no key. */
export function SenderAddresses({ endpoint, environment }: { endpoint: Endpoint; environment: Environment }) {
  const { routes, error, refetch } = useServed(endpoint, environment);
  if (routes === undefined)
    return error ? <ErrorNote error={error} onRetry={refetch} /> : <Skeleton className="h-40" />;
  if (routes.length === 0) {
    return (
      <EmptyState icon={RouteIcon} title={`No routes in ${environmentNames[environment]}`}>
        Bindings go live with the next {environment === "production" ? "release" : "deployment"}.
      </EmptyState>
    );
  }
  return (
    <Card title="Addresses for the sender" actions={<EnvironmentBadge environment={environment} />}>
      <div className="grid gap-3">
        <p className="text-sm">
          Enter the address at the sender of the webhooks. Its signature opens this endpoint, so it needs no key.
        </p>
        {routes.map((route) => (
          <CodeBlock
            key={routeName(route)}
            title={routeName(route)}
            text={endpoint.urls[environment] + sentPath(route.path)}
            wrap
          />
        ))}
      </div>
    </Card>
  );
}
