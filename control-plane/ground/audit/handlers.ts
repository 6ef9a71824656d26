export { exportAuditEvents } from "./export-audit-events.ts";
export { listAuditEvents } from "./list-audit-events.ts";
export { verifyAuditEvents } from "./verify-audit-events.ts";
