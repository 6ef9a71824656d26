import type { AnswerOf } from "../../api/use-operation.ts";

/** One MCP Endpoint or HTTP API, as the API answers it. */
export type Endpoint = AnswerOf<"getRuntimeEndpoint">;

export const kindNames: Record<Endpoint["kind"], string> = { mcp: "MCP Endpoint", http: "HTTP API" };

/** The address by which this browser reaches it: of the page's own origin, which may not be what PUBLIC_URL says. */
export const pathOf = (url: string): string => new URL(url).pathname;
