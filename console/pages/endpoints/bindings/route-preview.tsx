import { Badge } from "../../../components/badge.tsx";
import { CodeBlock } from "../../../components/show/code-block.tsx";
import { sampleOfSchema } from "../../../reference/sample-of-schema.ts";
import { ArgumentList } from "../../functions/tool/argument-list.tsx";
import { argumentRows } from "../../functions/tool/argument-rows.ts";
import type { Endpoint } from "../endpoint.ts";
import { curlOf, pathParameters, placeOf, requestOf } from "../try/http-request.ts";
import type { HttpBinding } from "./binding.ts";
import { useContract } from "./use-contract.ts";

const places = { path: "in the path", query: "in the query", body: "in the body" };

interface RoutePreviewProps {
  functionId: string | undefined;
  route: Pick<HttpBinding, "method" | "path" | "successStatus" | "bodyType" | "bodyProperty" | "delivery">;
  endpoint: Endpoint;
}

/** A route as a caller sees it: the place of each value in the request, and the command that calls it. */
export function RoutePreview({ functionId, route, endpoint }: RoutePreviewProps) {
  const { urls, policy } = endpoint;
  const { contract } = useContract(functionId);
  if (contract === null) return <p className="text-sm text-muted">Choose a Function to see what it takes.</p>;
  const schema = contract.inputSchema ?? { type: "object" };
  const rows = argumentRows(schema);
  const unknown = pathParameters(route.path).filter((name) => !rows.some((row) => row.name === name));
  const request = requestOf(route, sampleOfSchema(schema));
  return (
    <div className="grid gap-3">
      <p className="flex flex-wrap items-center gap-2">
        <Badge>{route.method}</Badge>
        <code className="font-mono text-sm font-semibold break-all">{route.path}</code>
      </p>
      {unknown.map((name) => (
        <p key={name} className="text-xs text-warn">
          The Function takes no <code className="font-mono">{name}</code>, so every call would be rejected.
        </p>
      ))}
      <ArgumentList
        rows={rows}
        none="No input."
        noteOf={({ name, required }) => `${places[placeOf(route, name)]}${required ? ", required" : ""}`}
      />
      <p className="text-xs text-muted">
        Answers {route.delivery ? "202 at once" : route.successStatus || "…"}; 400 when the input does not match.
      </p>
      <CodeBlock
        title="From a shell"
        text={curlOf(urls.development, request, policy.development.mode === "none" ? null : "YOUR_KEY")}
        wrap
      />
    </div>
  );
}
