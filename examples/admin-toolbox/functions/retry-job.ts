import { FunctionError, type Context } from "ferrule";
import { record, type Reason } from "lib/admin";

interface Input extends Reason {
  /** The number of the job, as list_failed_jobs returns it. @integer @minimum 1 */
  jobId: number;
}

/** Queues a failed job once more. */
export default async function retryJob({ jobId, reason }: Input, ctx: Context) {
  return ctx.sql.begin(async (tx) => {
    // Only a failed job: a second call finds none, so the job does not run twice.
    const { count } = await tx`update jobs set state = 'queued' where id = ${jobId} and state = 'failed'`.result();
    if (count === 0) throw new FunctionError("NOT_FAILED", `There is no failed job ${jobId}.`, { status: 409 });
    await record(tx, ctx, { action: "retry-job", target: `job ${jobId}`, reason });
    return { jobId, state: "queued" };
  });
}
