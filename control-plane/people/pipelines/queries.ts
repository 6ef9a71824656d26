import { resourceFrom } from "@ferrule/contract/resource-fields.ts";
import { pipelineRule, type NewPipelineRule } from "@ferrule/contract/resources/pipeline-rule.ts";
import { identifier } from "@ferrule/kit/identifier.ts";
import { sharedDate } from "@ferrule/kit/shared-time.ts";
import { sql } from "kysely";
import type { z } from "zod";
import { rowsOf, type Row } from "../../ground/store/rows/rows-of.ts";
import type { InstallationScope, ProjectScope } from "../../ground/store/scope.ts";
import { newestFirst } from "../../ground/store/rows/select-page.ts";

export const { lock: lockPipelineRule, remove: removePipelineRule } = rowsOf("pipelineRules");

export type PipelineRuleRow = Row<"pipelineRules"> & { email: string };

export const toPipelineRule = ({ userId, email, ...row }: PipelineRuleRow): z.infer<typeof pipelineRule> =>
  resourceFrom(pipelineRule, row, { user: { id: userId, email } });

const rulesOf = ({ tx }: Pick<InstallationScope, "tx">, projectId: string) =>
  tx
    .selectFrom("pipelineRules")
    .innerJoin("users", "users.id", "pipelineRules.userId")
    .selectAll("pipelineRules")
    .select("users.email")
    .where("pipelineRules.projectId", "=", projectId);

/** Up to `limit + 1` rules of the Project, newest first. */
export const listPipelineRuleRows = (
  scope: ProjectScope,
  limit: number,
  before: string | undefined,
): Promise<PipelineRuleRow[]> =>
  newestFirst(rulesOf(scope, scope.projectId), limit, before, ["pipelineRules.id"]).execute();

export const findPipelineRule = (scope: ProjectScope, id: string): Promise<PipelineRuleRow | undefined> =>
  rulesOf(scope, scope.projectId).where("pipelineRules.id", "=", id).executeTakeFirst();

/** The rules of a Project for this issuer, oldest first. */
export const listRulesOfIssuer = (
  scope: InstallationScope,
  projectId: string,
  issuer: string,
): Promise<PipelineRuleRow[]> =>
  rulesOf(scope, projectId).where("issuer", "=", issuer).orderBy("pipelineRules.id").limit(200).execute();

/** Whether a rule is still there. It then stays until the transaction ends. Its user is held first. */
export async function holdPipelineRule({ tx }: InstallationScope, id: string): Promise<boolean> {
  const row = await tx.selectFrom("pipelineRules").select("id").where("id", "=", id).forKeyShare().executeTakeFirst();
  return row !== undefined;
}

/** Fails with `pipeline_rules_name_taken` when the Project has a rule of this name. Returns the new rule's id. */
export async function insertPipelineRule(
  { tx, projectId }: ProjectScope,
  { claims, ...rule }: Omit<NewPipelineRule, "audience"> & { audience: string; userId: string },
): Promise<string> {
  const id = identifier("plr");
  await tx
    .insertInto("pipelineRules")
    .values({ ...rule, id, projectId, claims: sql`${JSON.stringify(claims)}::text::jsonb` })
    .execute();
  return id;
}

export async function noteUse({ tx }: InstallationScope, id: string): Promise<void> {
  await tx.updateTable("pipelineRules").set({ lastUsedAt: sharedDate() }).where("id", "=", id).execute();
}
