import type { AnswerOf } from "../../api/use-operation.ts";

/** One MCP Endpoint or HTTP API, as the API returns it. */
export type Endpoint = AnswerOf<"getRuntimeEndpoint">;

export const kindNames: Record<Endpoint["kind"], string> = { mcp: "MCP Endpoint", http: "HTTP API" };

/** The path under which this browser reaches it, on the page's own origin, which may differ from PUBLIC_URL. */
export const pathOf = (url: string): string => new URL(url).pathname;
