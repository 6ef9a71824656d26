import type { AccountTables } from "../account/records.ts";
import type { ApiKeyTables } from "../api-keys/records.ts";
import type { AuditTables } from "../audit/records.ts";
import type { AuthPolicyTables } from "../auth-policies/records.ts";
import type { BindingTables } from "../bindings/records.ts";
import type { BuildResultTables } from "../deployments/build-results.ts";
import type { ChangeTables } from "../changes/records.ts";
import type { CronBindingTables } from "../cron-bindings/records.ts";
import type { CronRunTables } from "../cron-runs/records.ts";
import type { CollectionTables } from "../collections/records.ts";
import type { DeploymentTables } from "../deployments/records.ts";
import type { ExecutionTables } from "../executions/records.ts";
import type { FunctionTables } from "../functions/records.ts";
import type { JobTables } from "../jobs/records.ts";
import type { LibraryTables } from "../libraries/records.ts";
import type { ProjectTables } from "../projects/records.ts";
import type { RecordTables } from "../records/records.ts";
import type { RuntimeEndpointTables } from "../runtime-endpoints/records.ts";
import type { SecretTables } from "../secrets/records.ts";
import type { SessionTables } from "../session/records.ts";
import type { TestCaseTables } from "../test-cases/records.ts";
import type { UserTables } from "../users/records.ts";

/** The tables, as Kysely's types: each slice declares its own beside its records. */
export interface Tables
  extends
    AccountTables,
    ApiKeyTables,
    AuditTables,
    AuthPolicyTables,
    BindingTables,
    BuildResultTables,
    ChangeTables,
    CronBindingTables,
    CronRunTables,
    CollectionTables,
    DeploymentTables,
    ExecutionTables,
    FunctionTables,
    JobTables,
    LibraryTables,
    ProjectTables,
    RecordTables,
    RuntimeEndpointTables,
    SecretTables,
    SessionTables,
    TestCaseTables,
    UserTables {}
