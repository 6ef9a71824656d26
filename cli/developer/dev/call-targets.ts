import type { PreviewAddress } from "@ferrule/contract/resources/preview.ts";
import type { GivenProjectSource } from "@ferrule/contract/resources/project-source.ts";
import { asArguments, routeCall } from "@ferrule/contract/routes/route-call.ts";
import { CommandError } from "../command-error.ts";

type Endpoint = NonNullable<GivenProjectSource["endpoints"]>[number];
type Binding = NonNullable<Endpoint["bindings"]>[number];

/** A tool or a route of a preview. */
export interface CallTarget {
  /** The Function's slug. */
  function: string;
  /** As executions name it: `close_order`, `GET /orders/{id}`. */
  called: string;
  address: PreviewAddress;
  binding: Callable;
}

export interface CallRequest {
  /** The path of the address, with a query. */
  path: string;
  init: { method: string; headers: Record<string, string>; body?: string };
}

/** What a tool that has asked gets with the same call again (MCP 2026-07-28, basic/patterns/mrtr). */
export interface CallAnswers {
  inputResponses?: object;
  requestState?: unknown;
}

/** What a terminal can call with an input. */
type Callable = Extract<Binding, { kind: "mcp" | "http" }>;

const isCallable = (binding: Binding): binding is Callable => binding.kind === "mcp" || binding.kind === "http";

const calledOf = (binding: Callable) =>
  binding.kind === "mcp" ? binding.toolName : `${binding.method} ${binding.path}`;

/** The tools and routes of a source that a preview offers at these addresses. */
export function callTargets(
  { endpoints = [] }: GivenProjectSource,
  addresses: readonly PreviewAddress[],
): CallTarget[] {
  return endpoints.flatMap(({ slug, bindings = [] }) => {
    const address = addresses.find(({ endpoint }) => endpoint === slug);
    if (address === undefined) return [];
    return bindings
      .filter(isCallable)
      .filter(({ enabled }) => enabled !== false)
      .map((binding) => ({ function: binding.function, called: calledOf(binding), address, binding }));
  });
}

const revision = "2026-07-28";
const meta = {
  "io.modelcontextprotocol/protocolVersion": revision,
  "io.modelcontextprotocol/clientCapabilities": { elicitation: { form: {}, url: {} } },
  "io.modelcontextprotocol/clientInfo": { name: "ferrule-dev", version: "1.0.0" },
};

function toolRequest(path: string, toolName: string, input: unknown, answers: CallAnswers): CallRequest {
  const params = { name: toolName, arguments: asArguments(input), ...answers, _meta: meta };
  return {
    path,
    init: {
      method: "POST",
      headers: {
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
        "mcp-protocol-version": revision,
        "mcp-method": "tools/call",
        "mcp-name": toolName,
      },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params }),
    },
  };
}

const cannot = (called: string, why: string) =>
  new CommandError("NOT_CALLABLE", `${called} cannot be called from here: ${why}.`);

/** A body in the form that a route takes. */
function bodyOf(called: string, bodyType: string, body: unknown): { "content-type": string; text: string } {
  if (bodyType === "json") return { "content-type": "application/json", text: JSON.stringify(body) };
  if (bodyType === "text") return { "content-type": "text/plain", text: typeof body === "string" ? body : "" };
  if (bodyType !== "form") throw cannot(called, `its body is ${bodyType}`);
  const fields = Object.entries(asArguments(body)).map(([name, value]) => [name, String(value)]);
  return { "content-type": "application/x-www-form-urlencoded", text: new URLSearchParams(fields).toString() };
}

/**
 * The request that calls a tool or a route of a preview with an input.
 * @param key of the preview; null where this machine does not know it
 * @param answers to what the tool has asked before
 * @throws CommandError for what cannot be called from a terminal
 */
export function requestOf(
  { called, address, binding }: CallTarget,
  input: unknown,
  key: string | null,
  answers: CallAnswers = {},
): CallRequest {
  const { callerMode, path } = address;
  if (callerMode === "jwt" || callerMode === "signature") throw cannot(called, `its callers need a ${callerMode}`);
  if (callerMode !== "none" && key === null) throw cannot(called, "this machine does not know the preview's key");
  const headers: Record<string, string> = callerMode === "none" || key === null ? {} : { "x-api-key": key };
  if (binding.kind === "mcp") {
    const { init, ...rest } = toolRequest(path, binding.toolName, input, answers);
    return { ...rest, init: { ...init, headers: { ...init.headers, ...headers } } };
  }
  if (binding.delivery) throw cannot(called, "previews take no deliveries");
  const { method, bodyType = "json" } = binding;
  const bodyProperty = binding.bodyProperty ?? (bodyType === "text" || bodyType === "bytes" ? "body" : null);
  const call = routeCall({ method, path: binding.path, bodyProperty }, input);
  if (call.body === undefined) return { path: path + call.path, init: { method, headers } };
  const { text, ...type } = bodyOf(called, bodyType, call.body);
  return { path: path + call.path, init: { method, headers: { ...headers, ...type }, body: text } };
}
