import type { Environment } from "@ferrule/contract/states.ts";
import type { ApprovalRule } from "@ferrule/contract/resources/approval.ts";
import type { PolicyLimits } from "@ferrule/contract/resources/policy-limits.ts";
import type { AuthPolicy } from "@ferrule/contract/resources/runtime-endpoint.ts";
import type { Json } from "../json.ts";
import type { Revised } from "./revised.ts";

export interface AuthPoliciesTable extends Revised {
  id: string;
  projectId: string;
  endpointId: string;
  environment: Environment;
  caller: Json<AuthPolicy["caller"]>;
  permissions: Json<AuthPolicy["permissions"]>;
  allowedOrigins: Json<string[]>;
  allowedAddresses: Json<string[]>;
  limits: Json<PolicyLimits>;
  approvals: Json<ApprovalRule[]>;
  stoppedAt: Date | null;
  stoppedBy: string | null;
  stopReason: string | null;
}

export interface AuthPolicyTables {
  authPolicies: AuthPoliciesTable;
}
