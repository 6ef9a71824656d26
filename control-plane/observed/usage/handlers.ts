export { exportUsage } from "./export-usage.ts";
export { getUsage } from "./get-usage.ts";
