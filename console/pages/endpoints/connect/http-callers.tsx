import type { Environment } from "@ferrule/contract/states.ts";
import { Route as RouteIcon } from "lucide-react";
import { Card } from "../../../components/card.tsx";
import { CodeBlock } from "../../../components/show/code-block.tsx";
import { ErrorNote } from "../../../components/show/error-note.tsx";
import { LinkButton } from "../../../components/button/link-button.tsx";
import { Select } from "../../../components/choose/select.tsx";
import { EmptyState, Skeleton } from "../../../components/states.tsx";
import { environmentNames } from "../../../shell/environment/environment-names.ts";
import { sampleOfSchema } from "../../../reference/sample-of-schema.ts";
import { routeName } from "../discovery/served.ts";
import { useServed } from "../discovery/use-served.ts";
import type { Endpoint } from "../endpoint.ts";
import { curlOf, fetchOf, requestOf } from "../try/http-request.ts";
import { useEndpointSearch } from "../use-endpoint-search.ts";

interface HttpCallersProps {
  endpoint: Endpoint;
  environment: Environment;
  apiKey: string | null;
}

const More = ({ endpointId }: { endpointId: string }) => {
  const to = { size: "sm", to: "/endpoints/$endpointId", params: { endpointId } } as const;
  return (
    <div className="flex flex-wrap items-center gap-2 border-t border-line pt-3 text-sm text-muted">
      <span className="flex-1">An OpenAPI 3.1 document is available for Postman, code generators and gateways.</span>
      <LinkButton {...to} search={(now: object) => ({ ...now, tab: "discovery" as const, format: "openapi" as const })}>
        OpenAPI
      </LinkButton>
      <LinkButton {...to} search={(now: object) => ({ ...now, tab: "try" as const })}>
        Try it
      </LinkButton>
    </div>
  );
};

/** How a service calls a route: from a shell, from JavaScript, and with the OpenAPI document for everything else. */
export function HttpCallers({ endpoint, environment, apiKey }: HttpCallersProps) {
  const [search, change] = useEndpointSearch();
  const { routes, error, refetch } = useServed(endpoint, environment);
  if (routes === undefined)
    return error ? <ErrorNote error={error} onRetry={refetch} /> : <Skeleton className="h-80" />;
  const route = routes.find((one) => routeName(one) === search.target) ?? routes[0];
  if (route === undefined) {
    return (
      <EmptyState icon={RouteIcon} title={`No routes in ${environmentNames[environment]}`}>
        Bindings go live with the next {environment === "production" ? "release" : "deployment"}.
      </EmptyState>
    );
  }
  const request = requestOf(route, sampleOfSchema(route.inputSchema));
  const url = endpoint.urls[environment];
  return (
    <Card title="2. A request">
      <div className="grid gap-3">
        <div className="max-w-md">
          <Select
            aria-label="Route"
            value={routeName(route)}
            choices={routes.map((one) => ({ value: routeName(one), label: routeName(one), detail: one.description }))}
            onChange={(target) => change({ target }, { replace: true })}
          />
        </div>
        <CodeBlock title="From a shell" text={curlOf(url, request, apiKey)} wrap />
        <CodeBlock title="From JavaScript" text={fetchOf(url, request, apiKey)} wrap />
        <More endpointId={endpoint.id} />
      </div>
    </Card>
  );
}
