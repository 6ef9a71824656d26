import type { AccountTables } from "./tables/account.ts";
import type { PipelineTables } from "./tables/pipelines.ts";
import type { ApiKeyTables } from "./tables/api-keys.ts";
import type { AuditTables } from "./tables/audit.ts";
import type { AuthPolicyTables } from "./tables/auth-policies.ts";
import type { ApprovalTables } from "./tables/approvals.ts";
import type { BindingTables } from "./tables/bindings.ts";
import type { BuildResultTables, DeploymentTables } from "./tables/deployments.ts";
import type { ChangeTables } from "./tables/changes.ts";
import type { CliSignInTables } from "./tables/cli-sign-in.ts";
import type { ConnectionTables } from "./tables/connections.ts";
import type { CronBindingTables } from "./tables/cron-bindings.ts";
import type { DeliveryTables } from "./tables/deliveries.ts";
import type { CollectionTables } from "./tables/collections.ts";
import type { DirectoryTables } from "./tables/directory.ts";
import type { ArchiveTables } from "./tables/archives.ts";
import type { ErasureTables } from "./tables/erasures.ts";
import type { ExecutionTables } from "./tables/executions.ts";
import type { ExportTables } from "./tables/exports.ts";
import type { FunctionTables } from "./tables/functions.ts";
import type { IdempotencyTables } from "./tables/idempotency.ts";
import type { AlertTables } from "./tables/alerts.ts";
import type { IdentityTables } from "./tables/identity.ts";
import type { JobTables } from "./tables/jobs.ts";
import type { LimitTables } from "./tables/limits.ts";
import type { LibraryTables } from "./tables/libraries.ts";
import type { ManagementServerTables } from "./tables/management-servers.ts";
import type { OauthTables } from "./tables/oauth.ts";
import type { PreviewTables } from "./tables/previews.ts";
import type { ProjectTables } from "./tables/projects.ts";
import type { RecordTables } from "./tables/records.ts";
import type { RuntimeEndpointTables } from "./tables/runtime-endpoints.ts";
import type { RunTables } from "./tables/runs.ts";
import type { SecretTables } from "./tables/secrets.ts";
import type { SessionTables } from "./tables/session.ts";
import type { StatusTables } from "./tables/status.ts";
import type { TestCaseTables } from "./tables/test-cases.ts";
import type { UsageTables } from "./tables/usage.ts";
import type { UserTables } from "./tables/users.ts";

/** The tables as Kysely's types: one file for each slice that owns some. */
export interface Tables
  extends
    AccountTables,
    AlertTables,
    PipelineTables,
    ApiKeyTables,
    AuditTables,
    AuthPolicyTables,
    ApprovalTables,
    BindingTables,
    BuildResultTables,
    ChangeTables,
    CliSignInTables,
    ConnectionTables,
    CronBindingTables,
    CollectionTables,
    DeliveryTables,
    DeploymentTables,
    DirectoryTables,
    ArchiveTables,
    ErasureTables,
    ExecutionTables,
    ExportTables,
    FunctionTables,
    IdempotencyTables,
    IdentityTables,
    JobTables,
    LibraryTables,
    LimitTables,
    ManagementServerTables,
    OauthTables,
    PreviewTables,
    ProjectTables,
    RecordTables,
    RuntimeEndpointTables,
    RunTables,
    SecretTables,
    SessionTables,
    StatusTables,
    TestCaseTables,
    UsageTables,
    UserTables {}
