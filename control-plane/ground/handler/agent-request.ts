import { AsyncLocalStorage } from "node:async_hooks";

/** A request of the management MCP server to the pipeline, in this process. */
export interface AgentRequest {
  /** The name and version that the agent's program gives itself, as a line of data; null: it gives none. */
  client: string | null;
}

const requests = new AsyncLocalStorage<AgentRequest>();

/** Marks the requests that `send` makes as an agent's. No header can do this, so nobody outside can pretend it. */
export const asAgent = <T>(request: AgentRequest, send: () => PromiseLike<T>): Promise<T> =>
  // `inject` begins only when somebody awaits it, so that has to happen in here.
  requests.run(request, async () => await send());

/** Set while the pipeline handles a request of the management MCP server. */
export const agentRequest = (): AgentRequest | undefined => requests.getStore();
