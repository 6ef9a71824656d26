import { targetOf, targetText } from "@ferrule/contract/mcp-bindings/target-of.ts";
import { useOperation, type AnswerOf, type ItemOf } from "../../../api/use-operation.ts";
import { httpCurl, mcpCurl, mcpMessage, testCurl, type AskedFor } from "./call-as.ts";

type Execution = AnswerOf<"getExecution">;

export interface CallTexts {
  /** Null while it is loading. */
  curl: string | null;
  mcp: string | null;
  /** Why there is no MCP call. */
  mcpReason: string | null;
  /** The name of the tool or route; null while it is loading, or if it was deleted. */
  bindingName: string | null;
}

/** The URL to call: of a preview, which has no host of its own, if the call came through one. */
function calledUrl(url: string | undefined, { environment, preview }: Execution): string | undefined {
  if (url === undefined || preview === undefined) return url;
  const path = new URL(url).pathname.replace(`/${environment}/`, `/preview-${preview}/`);
  return `${window.location.origin}${path}`;
}

/** What the call asked for through its binding; null for one that completed an argument. */
function askedFor(
  { mcpKind, uri, input }: Execution,
  { kind, toolName, ...binding }: ItemOf<"listMcpBindings">,
): AskedFor | null {
  if (mcpKind === "completion") return null;
  return kind === "resource" ? { kind, uri: uri ?? binding.uri ?? "" } : { kind, name: toolName, input };
}

/** The same call as a command and as a message, through the binding it came from. */
export function useCallTexts(execution: Execution): CallTexts {
  const { endpointId, bindingId, functionId, environment, input, source, tenantId } = execution;
  const params = { endpointId: endpointId ?? "" };
  // We request the list, so that a deleted binding does not cause an error.
  const bound = { params, query: { ids: bindingId ?? "", limit: 1 } };
  const endpoint = useOperation("getRuntimeEndpoint", { params }, { enabled: endpointId !== null, staleTime: 60_000 });
  const kind = endpoint.data?.kind;
  const isBound = bindingId !== null;
  const tools = useOperation("listMcpBindings", bound, { enabled: isBound && kind === "mcp", staleTime: 60_000 });
  const routes = useOperation("listHttpBindings", bound, { enabled: isBound && kind === "http", staleTime: 60_000 });
  const tool = tools.data?.items[0];
  const route = routes.data?.items[0];
  const url = calledUrl(endpoint.data?.urls[environment], execution);
  const none =
    source === "mcp"
      ? null
      : `This call came through ${source === "http" ? "a route" : `a ${source} run`}, not a tool.`;
  if (url !== undefined && tool !== undefined) {
    const bindingName = targetText(targetOf(tool.kind, tool.toolName));
    const asked = askedFor(execution, tool);
    return asked === null
      ? { curl: null, mcp: null, mcpReason: "It completed an argument for a client.", bindingName }
      : { curl: mcpCurl(url, asked), mcp: JSON.stringify(mcpMessage(asked), null, 2), mcpReason: null, bindingName };
  }
  if (url !== undefined && route !== undefined)
    return {
      curl: httpCurl(url, route, input),
      mcp: null,
      mcpReason: none,
      bindingName: `${route.method} ${route.path}`,
    };
  if (endpointId === null && functionId !== null)
    return {
      curl: testCurl(window.location.origin, functionId, { input, environment, tenantId }),
      mcp: null,
      mcpReason: none,
      bindingName: null,
    };
  return {
    curl: null,
    mcp: null,
    mcpReason: none ?? "The binding was deleted or is still loading.",
    bindingName: null,
  };
}
