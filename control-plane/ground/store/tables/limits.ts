import type { QuotaPeriod, QuotaSubject } from "@ferrule/contract/resources/policy-limits.ts";
import type { Environment } from "@ferrule/contract/states.ts";

interface RateLevelsTable {
  projectId: string;
  id: string;
  level: number;
  at: Date;
}

interface QuotaUsesTable {
  projectId: string;
  endpointId: string;
  environment: Environment;
  countedBy: QuotaSubject;
  period: QuotaPeriod;
  startsOn: Date;
  subject: string;
  name: string;
  used: number;
}

export interface LimitTables {
  rateLevels: RateLevelsTable;
  quotaUses: QuotaUsesTable;
}
