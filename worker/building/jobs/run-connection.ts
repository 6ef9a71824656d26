import type { ConnectionJob, JobResult } from "@ferrule/contract/internal/jobs.ts";
import type { ConnectionTest } from "@ferrule/contract/resources/connection.ts";
import type { Databases } from "../../running/databases/databases.ts";
import { HostCallError } from "@ferrule/contract/internal/host-call-error.ts";
import type { JobLease } from "./job-lease.ts";

type Read = Extract<JobResult, { kind: "connection" }>["schema"];

/** Connects to a database as a Function would, and reads its tables if requested. */
export async function runConnection(job: ConnectionJob, lease: JobLease, databases: Databases): Promise<JobResult> {
  const { projectId, environment, name, wanted } = job;
  const began = performance.now();
  const end = (ok: boolean, message: string, server: string | null, schema: Read = null): JobResult => {
    const test: ConnectionTest = { ok, message, server, durationMs: Math.round(performance.now() - began) };
    return { kind: "connection", test, schema };
  };
  const place = { projectId, environment, name, deploymentId: "job", tenantId: "job" };
  try {
    const borrowed = await databases.borrow(place, lease.signal);
    const { server } = borrowed;
    try {
      const asked = { text: "select 1", values: [] };
      await borrowed.begin({ readOnly: true }, lease.signal);
      await borrowed.query(asked, lease.signal);
      const schema = wanted === "schema" ? await borrowed.readTables(lease.signal) : null;
      return end(true, `${server} answered.`, server, schema);
    } catch (error) {
      if (error instanceof HostCallError) return end(false, error.message, server);
      throw error;
    } finally {
      borrowed.giveBack();
    }
  } catch (error) {
    if (error instanceof HostCallError) return end(false, error.message, null);
    throw error;
  }
}
