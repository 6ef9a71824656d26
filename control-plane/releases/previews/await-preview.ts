import { PublicError } from "@ferrule/contract/errors.ts";
import type { App } from "../../ground/app.ts";
import { followJob } from "../../ground/jobs/run-job.ts";
import type { ProjectScope } from "../../ground/store/scope.ts";
import { awaitStateInForce } from "../deployments/moves/await-in-force.ts";
import { findPreview, type PreviewRow } from "./queries/previews.ts";

/** After this long, the request ends without the build, which goes on. */
const waitAtMostMs = 100_000;

interface Awaiting {
  app: App;
  projectId: string;
  signal: AbortSignal;
  read: <T>(run: (scope: ProjectScope) => Promise<T>) => Promise<T>;
}

/**
 * Waits until a preview's build has ended, if it has a job, and, if it succeeded, until workers serve it, at most two seconds.
 * @throws PublicError INVALID_STATE when somebody served another source or ended the preview meanwhile; TIMEOUT when
 * the build takes longer than a request may
 */
export async function awaitPreview(
  awaiting: Awaiting,
  { name, jobId, buildId }: { name: string; jobId: string | null; buildId: string },
): Promise<PreviewRow> {
  const { app, projectId, signal, read } = awaiting;
  if (jobId !== null)
    await followJob(app, { projectId, jobId, deadline: performance.now() + waitAtMostMs }, { signal });
  const row = await read((scope) => findPreview(scope, name));
  if (row?.buildId !== buildId) {
    const by = row === undefined ? "The preview was ended" : "A later source took the place of this one";
    throw new PublicError("INVALID_STATE", `${by} before it was built.`);
  }
  if (row.status === "building")
    throw new PublicError("TIMEOUT", "The build takes longer than a request may. It goes on: look at the preview.");
  if (row.status === "serving") await awaitStateInForce(awaiting, `preview:${row.id}`);
  return row;
}
