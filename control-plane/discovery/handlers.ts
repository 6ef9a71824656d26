import type { Handlers } from "../http/handler.ts";
import { getDiscovery } from "./get-discovery.ts";

export const discoveryHandlers = { getDiscovery } satisfies Partial<Handlers>;
