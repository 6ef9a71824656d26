import { keepPreviousData } from "@tanstack/react-query";
import { Check, X } from "lucide-react";
import { useOperation, type AnswerOf } from "../../../../api/use-operation.ts";
import { Badge } from "../../../../components/badge.tsx";
import { ErrorNote } from "../../../../components/show/error-note.tsx";
import { Skeleton } from "../../../../components/states.tsx";
import type { Endpoint } from "../../endpoint.ts";
import { useEndpointSearch } from "../../use-endpoint-search.ts";
import type { Claims } from "./claims.ts";
import { rulesOf, type Policy } from "../policy-sentence.ts";
import { ruleSentence } from "../rules/rule-sentence.ts";

/** Display names of the rules, in the order in which they apply. */
const names: Record<string, string> = {
  deployment: "What is deployed",
  address: "IP allow list",
  origin: "CORS origins",
  credential: "Credential",
  status: "Endpoint state",
  rules: "Rules of the policy",
  scope: "Permissions (scopes)",
  target: "What is served",
  "api-key": "API key",
  token: "Access token",
  none: "No credential needed",
};

interface VerdictProps {
  endpoint: Endpoint;
  policy: Policy;
  credential: { keyId?: string | undefined } | { claims: Claims };
  /** The caller's address; when empty, any address that the policy allows. */
  address: string;
}

/** Asks for the runtime's decision about the caller. */
function useDecision({ endpoint, policy, credential, address }: VerdictProps) {
  const [{ asOrigin, asTarget }] = useEndpointSearch();
  return useOperation(
    "evaluateAuthPolicy",
    {
      params: { endpointId: endpoint.id },
      body: {
        environment: policy.environment,
        ...credential,
        origin: asOrigin,
        address: address || undefined,
        target: asTarget,
      },
    },
    // The page forgets a token's claims as soon as it no longer shows them.
    { staleTime: 0, gcTime: 0, placeholderData: keepPreviousData },
  );
}

/** The rules by which a call of the chosen tool or route waits for people. */
function Approvals({ needed }: { needed: AnswerOf<"evaluateAuthPolicy">["approvals"] }) {
  return needed?.map(({ rule, reason }) => (
    <p key={rule} className="text-xs">
      <strong className="font-semibold">Approval rule {rule}:</strong> {reason}
    </p>
  ));
}

/**
 * The runtime's decision about a caller: allow or deny, by which rule, for which tenant, and what else they may call.
 */
export function Verdict(props: VerdictProps) {
  const { data, error, refetch } = useDecision(props);
  if (error) return <ErrorNote error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Skeleton className="h-20" />;
  const rules = rulesOf(props.policy);
  const words = props.endpoint.kind === "mcp" ? "tools" : "routes";
  return (
    <div
      role="status"
      className={`grid gap-1 rounded-md border px-3 py-2.5 text-sm break-words ${data.allowed ? "border-good-line bg-good-soft" : "border-bad-line bg-bad-soft"}`}
    >
      <p className="flex flex-wrap items-center gap-2">
        <Badge tone={data.allowed ? "good" : "bad"} icon={data.allowed ? Check : X}>
          {data.allowed ? "Allow" : "Deny"}
        </Badge>
        <span>
          by rule <strong className="font-semibold">{names[data.rule] ?? data.rule}</strong>
        </span>
      </p>
      <p>{data.reason}</p>
      {data.rules?.map(({ rule: place }) => {
        const rule = rules[place - 1];
        return (
          rule && (
            <p key={place} className="text-xs">
              <strong className="font-semibold">Rule {place}:</strong> {ruleSentence(rule)}
            </p>
          )
        );
      })}
      {data.callable && (
        <p className="text-xs">
          {data.callable.length === 0 ? (
            `This caller may call none of the ${words} that are served.`
          ) : (
            <>
              May call: <span className="font-mono break-all">{data.callable.join(", ")}</span>
            </>
          )}
        </p>
      )}
      {data.allowed && <Approvals needed={data.approvals} />}
      <p className="text-xs text-muted">
        Caller: {data.caller.name ?? data.caller.kind}
        {data.tenantId === null ? "" : `; tenant ${data.tenantId}`}
      </p>
    </div>
  );
}
