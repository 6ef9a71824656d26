export { getDiscovery } from "./get-discovery.ts";
