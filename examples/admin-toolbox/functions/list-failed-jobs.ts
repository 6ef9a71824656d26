import type { Context } from "ferrule";

interface Job {
  id: number;
  userId: number | null;
  error: string | null;
}

/** Lists the jobs that have failed, the latest first, at most twenty. */
export default async function listFailedJobs(_input: {}, ctx: Context) {
  const jobs = await ctx.sql<Job>`
    select id, user_id as "userId", error from jobs where state = 'failed' order by id desc limit 20`;
  return { jobs };
}
