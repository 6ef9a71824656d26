import { sql } from "kysely";
import type { ProjectScope } from "../../store/scope.ts";
import type { JobPayloads } from "../../store/tables/jobs.ts";
import type { JobRow } from "./jobs.ts";

type TestJobRow = Pick<JobRow, "id" | "workerId" | "createdAt"> & { payload: JobPayloads["test"] };

/** The unfinished job that runs a test as this execution, locked until the transaction ends. */
export const findTestJob = ({ tx, projectId }: ProjectScope, executionId: string): Promise<TestJobRow | undefined> =>
  tx
    .selectFrom("jobs")
    .select(["id", "workerId", "createdAt", "payload"])
    .where("projectId", "=", projectId)
    .where("kind", "=", "test")
    .where("status", "in", ["queued", "running"])
    .where(sql<boolean>`payload ->> 'executionId' = ${executionId}`)
    .forUpdate()
    .executeTakeFirst() as Promise<TestJobRow | undefined>;
