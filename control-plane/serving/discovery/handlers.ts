import type { Handlers } from "../../ground/handler/handler.ts";
import { getDiscovery } from "./get-discovery.ts";

export const discoveryHandlers = { getDiscovery } satisfies Partial<Handlers>;
