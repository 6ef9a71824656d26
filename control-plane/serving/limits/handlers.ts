export { listQuotaUses } from "./list-quota-uses.ts";
