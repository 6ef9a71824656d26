export { getDashboard } from "./get-dashboard.ts";
export { getFunctionActivity } from "./get-function-activity.ts";
export { getTraffic } from "./get-traffic.ts";
