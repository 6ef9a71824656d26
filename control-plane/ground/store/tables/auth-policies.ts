import type { ColumnType, Generated } from "kysely";
import type { Environment } from "@ferrule/contract/states.ts";
import type { PolicyLimits } from "@ferrule/contract/resources/policy-limits.ts";
import type { AuthPolicy } from "@ferrule/contract/resources/runtime-endpoint.ts";
import type { Json } from "../json.ts";

export interface AuthPoliciesTable {
  id: string;
  projectId: string;
  endpointId: string;
  environment: Environment;
  caller: Json<AuthPolicy["caller"]>;
  permissions: Json<AuthPolicy["permissions"]>;
  allowedOrigins: Json<string[]>;
  allowedAddresses: Json<string[]>;
  limits: Json<PolicyLimits>;
  createdAt: ColumnType<Date, never, never>;
  updatedAt: ColumnType<Date, never, Date>;
  revision: Generated<number>;
}

export interface AuthPolicyTables {
  authPolicies: AuthPoliciesTable;
}
