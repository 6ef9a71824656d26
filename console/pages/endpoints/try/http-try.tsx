import { Route as RouteIcon } from "lucide-react";
import { useState } from "react";
import { Badge } from "../../../components/badge.tsx";
import { Card } from "../../../components/card.tsx";
import { CodeBlock } from "../../../components/show/code-block.tsx";
import { ErrorNote } from "../../../components/show/error-note.tsx";
import { duration } from "../../../components/format.ts";
import { JsonView } from "../../../components/show/json-view.tsx";
import { routeName, type Route } from "../discovery/served.ts";
import { useServed } from "../discovery/use-served.ts";
import { pathOf } from "../endpoint.ts";
import { useEndpointSearch } from "../use-endpoint-search.ts";
import { CallPane } from "./call-pane.tsx";
import { exchange, type Exchange } from "./exchange.ts";
import { ExecutionLink } from "./execution-link.tsx";
import { contentTypes, encodeBody } from "./encode-body.ts";
import { curlOf, requestOf } from "./http-request.ts";
import type { TryProps } from "./try-props.ts";
import { TargetPane } from "./target-pane.tsx";
import { StatusBadge, Wire } from "./wire.tsx";

function Answer({ done }: { done: Exchange }) {
  const { responseBody: body, failure } = done;
  return (
    <div className="grid min-w-0 gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <StatusBadge status={done.status} />
        <span className="text-xs text-muted tabular-nums">{duration(done.durationMs)}</span>
        <span className="ml-auto">
          {done.requestId !== null && done.status !== 401 && done.status !== 404 && (
            <ExecutionLink requestId={done.requestId} />
          )}
        </span>
      </div>
      {failure !== null && (
        <p role="alert" className="rounded-md border border-bad-line bg-bad-soft px-3 py-2 text-sm text-bad">
          {failure}
        </p>
      )}
      {typeof body === "string" ? (
        <CodeBlock text={body} wrap />
      ) : body === undefined ? (
        failure === null && <p className="text-sm text-muted">The response has no body.</p>
      ) : (
        <JsonView value={body} label="answer" />
      )}
    </div>
  );
}

function RouteCall({
  route,
  endpoint,
  environment,
  apiKey,
  isReady,
  onDone,
}: TryProps & { route: Route; onDone: (done: Exchange) => void }) {
  const url = endpoint.urls[environment];
  return (
    <CallPane
      heading={
        <>
          <Badge>{route.method}</Badge>
          <code className="font-mono text-sm font-semibold break-all">{route.path}</code>
        </>
      }
      description={route.description}
      schema={route.inputSchema}
      isReady={isReady}
      label="Send"
      shortcut="Send request"
      below={(value) => (
        <CodeBlock
          title="Run this from a shell"
          text={curlOf(url, requestOf(route, value), apiKey === null ? null : "YOUR_KEY")}
          wrap
        />
      )}
      call={async (value, signal) => {
        const { method, path, body, bodyType } = requestOf(route, value);
        const headers = {
          ...(apiKey === null ? {} : { "x-api-key": apiKey }),
          accept: "application/json, */*",
          ...(body === undefined || bodyType === "multipart" ? {} : { "content-type": contentTypes[bodyType] }),
        };
        const done = await exchange(
          {
            title: `${method} ${path}`,
            url: pathOf(url) + path,
            method,
            requestBody: body,
            headers,
            ...(body === undefined ? {} : { body: encodeBody(bodyType, body) }),
          },
          signal,
        );
        onDone(done);
        return done;
      }}
      said={({ status }) => (status === null ? "No response" : `Response ${status}`)}
      answer={(done) => <Answer done={done} />}
    />
  );
}

/** Calls a route by a form of its schema: path, query and body are filled from one input. */
export function HttpTry(props: TryProps) {
  const { endpoint, environment } = props;
  const [{ target }] = useEndpointSearch();
  const { routes, error, refetch } = useServed(endpoint, environment);
  const [exchanges, setExchanges] = useState<readonly Exchange[]>([]);
  const route = routes?.find((one) => routeName(one) === target) ?? routes?.[0];
  return (
    <>
      <Card flush title="Routes">
        {routes === undefined && error ? (
          <div className="p-4">
            <ErrorNote error={error} onRetry={refetch} />
          </div>
        ) : (
          <TargetPane
            label="Routes"
            icon={RouteIcon}
            none="This environment serves none."
            names={routes?.map(routeName)}
            chosen={route && routeName(route)}
          >
            {route && (
              <RouteCall
                key={routeName(route)}
                {...props}
                route={route}
                onDone={(done) => setExchanges((now) => [done, ...now].slice(0, 20))}
              />
            )}
          </TargetPane>
        )}
      </Card>
      <Wire exchanges={exchanges} />
    </>
  );
}
