import type { Caller } from "@ferrule/contract/internal/execution.ts";
import type { ApprovalRequest } from "@ferrule/contract/resources/approval.ts";
import type { ApprovalStatus, Environment } from "@ferrule/contract/states.ts";
import type { Generated, GeneratedAlways } from "kysely";
import type { Json } from "../json.ts";
import type { Revised } from "./revised.ts";

export interface ApprovalsTable extends Revised {
  id: string;
  projectId: string;
  environment: Environment;
  runId: string;
  stepKey: string | null;
  functionId: string;
  endpointId: string | null;
  bindingId: string | null;
  deploymentId: string | null;
  tenantId: string;
  askedBy: Json<Caller>;
  title: string;
  summary: string;
  /** Masked JSON text. */
  details: string;
  digest: string;
  by: Json<ApprovalRequest["by"]>;
  people: number;
  notAsker: boolean;
  alike: GeneratedAlways<string>;
  status: ApprovalStatus;
  expiresAt: Date;
  finishedAt: Date | null;
}

interface ApprovalDecisionsTable {
  projectId: string;
  approvalId: string;
  userId: string;
  email: string;
  decision: "approved" | "rejected";
  reason: string;
  at: Generated<Date>;
}

export interface ApprovalTables {
  approvals: ApprovalsTable;
  approvalDecisions: ApprovalDecisionsTable;
}
