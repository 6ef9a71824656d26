import type { App } from "../../ground/app.ts";
import { followJob } from "../../ground/jobs/run-job.ts";
import type { ProjectScope } from "../../ground/store/scope.ts";
import { awaitStateInForce } from "../deployments/moves/await-in-force.ts";
import { findPreview, type PreviewRow } from "./queries/previews.ts";

/** After this long, the request ends without the build, which goes on. Proxies end requests that take longer. */
const waitAtMostMs = 50_000;

interface Awaiting {
  app: App;
  projectId: string;
  signal: AbortSignal;
  read: <T>(run: (scope: ProjectScope) => Promise<T>) => Promise<T>;
}

/**
 * Waits until a preview's build has ended, if it has a job, and, if it succeeded, until workers serve it, at most two seconds.
 * @returns the preview, still `building` when that takes longer than a request may; undefined when somebody ended it
 * meanwhile. If it has another `buildId`, somebody served another source.
 */
export async function awaitPreview(
  awaiting: Awaiting,
  { name, jobId, buildId }: { name: string; jobId: string | null; buildId: string },
): Promise<PreviewRow | undefined> {
  const { app, projectId, signal, read } = awaiting;
  if (jobId !== null)
    await followJob(app, { projectId, jobId, deadline: performance.now() + waitAtMostMs }, { signal });
  const row = await read((scope) => findPreview(scope, name));
  if (row?.buildId === buildId && row.status === "serving") await awaitStateInForce(awaiting, `preview:${row.id}`);
  return row;
}
