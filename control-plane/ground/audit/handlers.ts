import type { Handlers } from "../handler/handler.ts";
import { exportAuditEvents } from "./export-audit-events.ts";
import { listAuditEvents } from "./list-audit-events.ts";
import { verifyAuditEvents } from "./verify-audit-events.ts";

export const auditHandlers = { listAuditEvents, verifyAuditEvents, exportAuditEvents } satisfies Partial<Handlers>;
