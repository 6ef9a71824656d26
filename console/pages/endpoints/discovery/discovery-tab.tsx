import { Compass, Download } from "lucide-react";
import { useOperation } from "../../../api/use-operation.ts";
import { EnvironmentBadge } from "../../../components/badge.tsx";
import { Button } from "../../../components/button/button.tsx";
import { Card } from "../../../components/card.tsx";
import { Mono } from "../../../components/mono.tsx";
import { CodeBlock } from "../../../components/show/code-block.tsx";
import { ErrorNote } from "../../../components/show/error-note.tsx";
import { bytes } from "../../../components/format.ts";
import { LinkButton } from "../../../components/button/link-button.tsx";
import { Segmented } from "../../../components/button/segmented.tsx";
import { EmptyState, Skeleton } from "../../../components/states.tsx";
import { useEnvironment } from "../../../shell/environment/environment.ts";
import { environmentNames } from "../../../shell/environment/environment-names.ts";
import { download } from "../download.ts";
import type { Endpoint } from "../endpoint.ts";
import { useEndpointSearch } from "../use-endpoint-search.ts";

/** What the chosen environment serves, as a document: in the endpoint's own form, or OpenAPI 3.1. */
export function DiscoveryTab({ endpoint }: { endpoint: Endpoint }) {
  const environment = useEnvironment();
  const [search, change] = useEndpointSearch();
  const isOpenapi = search.format === "openapi";
  const { data, error, refetch } = useOperation("getDiscovery", {
    params: { endpointId: endpoint.id },
    query: { environment, ...(isOpenapi ? { format: "openapi-json" as const } : {}) },
  });
  const text = data === undefined ? "" : JSON.stringify(data, null, 2);
  const own = endpoint.kind === "mcp" ? "MCP" : "Routes";
  const file = `${endpoint.slug}-${environment}.${isOpenapi ? "openapi" : endpoint.kind === "mcp" ? "mcp" : "routes"}.json`;
  const isServed = endpoint.deployed[environment];
  return (
    <Card
      title={
        <span className="flex flex-wrap items-center gap-2">
          What is served <EnvironmentBadge environment={environment} />
        </span>
      }
      actions={
        <Segmented
          label="Form"
          value={isOpenapi ? "openapi" : "own"}
          choices={[
            { value: "own", label: own },
            { value: "openapi", label: "OpenAPI 3.1" },
          ]}
          onChange={(form) => change({ format: form === "openapi" ? form : undefined }, { replace: true })}
        />
      }
    >
      {!isServed ? (
        <EmptyState
          icon={Compass}
          title={`${environmentNames[environment]} does not serve this endpoint yet`}
          action={<LinkButton to="/deployments">Deployments</LinkButton>}
        >
          Discovery shows deployed bindings, not drafts.
        </EmptyState>
      ) : error && data === undefined ? (
        <ErrorNote error={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <Skeleton className="h-112" />
      ) : (
        <div className="grid gap-3">
          <div className="flex flex-wrap items-center gap-2 text-sm text-muted">
            <Mono className="min-w-0 flex-1">
              {file}, {bytes(new Blob([text]).size)}
            </Mono>
            <Button icon={Download} onClick={() => download(file, text)}>
              Download
            </Button>
          </div>
          <CodeBlock text={text} maxHeight="70dvh" />
        </div>
      )}
    </Card>
  );
}
