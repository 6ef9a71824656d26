import { Check, X } from "lucide-react";
import { useState } from "react";
import { useOperation } from "../../../api/use-operation.ts";
import { Badge, EnvironmentBadge } from "../../../components/badge.tsx";
import { Card } from "../../../components/card.tsx";
import { ErrorNote } from "../../../components/error-note.tsx";
import { inputClass } from "../../../components/form/input-class.ts";
import { Select } from "../../../components/select.tsx";
import { Skeleton } from "../../../components/states.tsx";
import type { Endpoint } from "../endpoint.ts";
import { useEndpointSearch } from "../use-endpoint-search.ts";
import type { Policy } from "./policy-sentence.ts";

/** Display names of the rules, in the order in which they apply. */
const rules: Record<string, string> = {
  deployment: "What is deployed",
  origin: "Allowed origins",
  credential: "Credential",
  status: "Endpoint state",
  scope: "Key scopes",
  target: "What is served",
  "api-key": "API key",
  none: "No credential needed",
};

function Verdict({ endpoint, policy }: { endpoint: Endpoint; policy: Policy }) {
  const [{ asKey, asOrigin, asTarget }] = useEndpointSearch();
  const { data, error, refetch } = useOperation(
    "evaluateAuthPolicy",
    {
      params: { endpointId: endpoint.id },
      body: {
        environment: policy.environment,
        ...(asKey === undefined ? {} : { keyId: asKey }),
        ...(asOrigin === undefined ? {} : { origin: asOrigin }),
        ...(asTarget === undefined ? {} : { target: asTarget }),
      },
    },
    { staleTime: 0 },
  );
  if (error) return <ErrorNote error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Skeleton className="h-20" />;
  return (
    <div
      role="status"
      className={`grid gap-1 rounded-md border px-3 py-2.5 text-sm ${data.allowed ? "border-good-line bg-good-soft" : "border-bad-line bg-bad-soft"}`}
    >
      <p className="flex flex-wrap items-center gap-2">
        <Badge tone={data.allowed ? "good" : "bad"} icon={data.allowed ? Check : X}>
          {data.allowed ? "Allow" : "Deny"}
        </Badge>
        <span>
          by rule <strong className="font-semibold">{rules[data.rule] ?? data.rule}</strong>
        </span>
      </p>
      <p>{data.reason}</p>
      <p className="text-xs text-muted">
        Caller: {data.caller.name ?? data.caller.kind}
        {data.tenantId === null ? "" : `; tenant ${data.tenantId}`}
      </p>
    </div>
  );
}

/** Says whether a caller may call, and by which rule, as the runtime decides it. */
export function TryAsCaller({
  endpoint,
  policy,
  targets,
}: {
  endpoint: Endpoint;
  policy: Policy;
  targets: readonly string[];
}) {
  const [search, change] = useEndpointSearch();
  const [origin, setOrigin] = useState(search.asOrigin ?? "");
  const keys = [
    { value: "", label: "Nobody: no credential" },
    ...policy.apiKeys.map(({ id, name, status, environment, prefix }) => ({
      value: id,
      label: name,
      detail: [`${prefix}…`, status === "active" ? "" : status, environment === policy.environment ? "" : environment]
        .filter(Boolean)
        .join(", "),
    })),
  ];
  const isKnown = keys.some(({ value }) => value === search.asKey);
  const word = endpoint.kind === "mcp" ? "tool" : "route";
  return (
    <Card
      title={
        <span className="flex items-center gap-2">
          Try as caller <EnvironmentBadge environment={policy.environment} />
        </span>
      }
    >
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
        <div className="grid gap-3 sm:grid-cols-2">
          <label className="grid gap-1.5 text-sm font-medium">
            Credential
            <Select
              aria-label="Credential"
              value={isKnown ? (search.asKey ?? "") : ""}
              choices={keys}
              onChange={(value) => change({ asKey: value === "" ? undefined : value }, { replace: true })}
            />
          </label>
          <label className="grid gap-1.5 text-sm font-medium">
            {word === "tool" ? "Tool" : "Route"}
            <Select
              aria-label={word === "tool" ? "Tool" : "Route"}
              value={search.asTarget ?? ""}
              choices={[
                { value: "", label: "any" },
                ...[...new Set([...targets, ...(search.asTarget === undefined ? [] : [search.asTarget])])].map(
                  (value) => ({
                    value,
                    label: value,
                  }),
                ),
              ]}
              onChange={(value) => change({ asTarget: value === "" ? undefined : value }, { replace: true })}
            />
          </label>
          <form
            className="sm:col-span-2"
            onSubmit={(event) => {
              event.preventDefault();
              change({ asOrigin: origin.trim() === "" ? undefined : origin.trim() }, { replace: true });
            }}
          >
            <label className="grid gap-1.5 text-sm font-medium">
              From a web page on
              <input
                className={`${inputClass} font-mono`}
                placeholder="no web page"
                autoComplete="off"
                spellCheck={false}
                value={origin}
                onChange={(event) => setOrigin(event.target.value)}
                onBlur={() => change({ asOrigin: origin.trim() === "" ? undefined : origin.trim() }, { replace: true })}
              />
            </label>
          </form>
        </div>
        <Verdict endpoint={endpoint} policy={policy} />
      </div>
    </Card>
  );
}
