import type { Client } from "@ferrule/contract/client.ts";
import { previewState, type PreviewState } from "@ferrule/contract/internal/changes.ts";
import type { BuildJob, BuiltFunction } from "@ferrule/contract/internal/jobs.ts";
import type { Commit } from "@ferrule/contract/resources/commit.ts";
import type { GivenProjectSource } from "@ferrule/contract/resources/project-source.ts";
import type { ServedPreview } from "@ferrule/contract/resources/preview.ts";
import { sql } from "kysely";
import type { Scene } from "../../../doors/internal/testing/start-scene.ts";
import { eventually } from "../../../testing/eventually.ts";

/** What the tests' worker builds with. */
export const builder = "b".repeat(64);

/** A source with Functions that return these numbers, each a tool of the endpoint `desk`. */
export function sourceOf(functions: Record<string, number | string>, more: object = {}): GivenProjectSource {
  const slugs = Object.keys(functions);
  return {
    apiVersion: "ferrule/v1",
    functions: slugs.map((slug) => ({ slug, name: slug, source: `export default () => ${functions[slug]};` })),
    endpoints: [
      {
        kind: "mcp",
        slug: "desk",
        name: "Desk",
        bindings: slugs.map((slug) => ({
          kind: "mcp" as const,
          function: slug,
          toolName: slug.replaceAll("-", "_"),
          description: "A tool",
        })),
      },
    ],
    ...more,
  };
}

type Each = (slug: string) => Partial<BuiltFunction>;

/** The key under which every worker would find the result. */
const keyOf = (source: string) => Buffer.from(source).toString("hex").padEnd(64, "0").slice(-64);

/** Takes the next build, as soon as there is one; null when nobody waits for one any more. */
const claimedUnless = (worker: ReturnType<Scene["worker"]>, isOver: () => boolean): Promise<BuildJob | null> =>
  eventually(async () => {
    const job = await worker.claim(["build"], builder);
    if (job?.kind === "build") return job;
    return isOver() ? null : undefined;
  });

/** Takes the next build, as soon as there is one. */
export async function claimed(worker: ReturnType<Scene["worker"]>): Promise<BuildJob> {
  const job = await claimedUnless(worker, () => false);
  if (job === null) throw new Error("There was no build.");
  return job;
}

/** Builds the Functions of a job as if each were fine, with `each` overriding the results, and hands them in. */
export async function handIn(worker: ReturnType<Scene["worker"]>, job: BuildJob, each: Each = () => ({})) {
  const keys = new Map(job.functions.map(({ id, source }) => [id, keyOf(source)]));
  const result = await worker.build(job, (id, slug) => ({ buildKey: keys.get(id)!, ...each(slug) }));
  return worker.complete(job, result);
}

/** What came of requests whose sources a worker built, with the builds in the order in which it received them. */
export interface BuiltRequests {
  /** In the order of the requests. */
  answers: ServedPreview[];
  /** The builds whose results were taken. */
  built: string[];
  /** The builds whose results came too late: another source had taken their place. */
  refused: string[];
}

/**
 * Builds whatever there is until all these requests have ended, however late one of them arrives.
 * @param received called with each build before its result is handed in
 * @throws the error of the first request that failed
 */
export async function buildUntilEnded(
  scene: Scene,
  requests: readonly Promise<ServedPreview>[],
  received: (job: BuildJob) => void = () => undefined,
): Promise<BuiltRequests> {
  const worker = scene.worker();
  let isOver = false;
  const ended = Promise.allSettled(requests).then(() => {
    isOver = true;
  });
  const built: string[] = [];
  const refused: string[] = [];
  for (;;) {
    const job = await claimedUnless(worker, () => isOver);
    if (job === null) break;
    received(job);
    const { status, body } = await handIn(worker, job);
    if (status !== 204 && status !== 409) throw new Error(JSON.stringify(body));
    (status === 204 ? built : refused).push(job.deploymentId);
  }
  await ended;
  return { answers: await Promise.all(requests), built, refused };
}

/**
 * Archives the Projects of a test and removes their builds, also when the test failed half-way. A worker receives the
 * oldest build of any Project, so it would otherwise receive these in the next test, and leave that test's own. An
 * archived Project refuses the requests that are still on their way.
 */
export async function putAway({ plane, query }: Scene): Promise<void> {
  const { client } = await plane.signIn(await plane.createUser("owner"));
  const { items } = await client.listProjects({ query: { status: "active" } });
  for (const { id: projectId } of items) await client.archiveProject({ params: { projectId } });
  await query((tx) => sql`delete from jobs where kind = 'build'`.execute(tx));
}

export interface Served {
  answer: ServedPreview;
  /** The slugs that the worker received; none where no worker was needed. */
  sent: string[];
  job: BuildJob | null;
}

/** Serves a source, with a worker that builds what it receives. */
export async function serve(
  scene: Scene,
  client: Client,
  {
    name = "one",
    source,
    each,
    ...more
  }: { name?: string; source: GivenProjectSource; delete?: boolean; commit?: Commit; each?: Each },
): Promise<Served> {
  const serving = client.servePreview({ params: { name }, body: { source, ...more } });
  const worker = scene.worker();
  let isOver = false;
  const over = () => {
    isOver = true;
  };
  serving.then(over, over);
  const job = await claimedUnless(worker, () => isOver);
  if (job === null) return { answer: await serving, job, sent: [] };
  const { status, body } = await handIn(worker, job, each);
  if (status !== 204) throw new Error(JSON.stringify(body));
  return { answer: await serving, job, sent: job.functions.map(({ slug }) => slug).sort() };
}

/** What workers are told about a preview. */
export async function stateOf(scene: Scene, id: string): Promise<PreviewState | null> {
  const { rows } = await scene.query((tx) =>
    sql<{ state: unknown }>`select state from runtime_states where key = ${`preview:${id}`}`.execute(tx),
  );
  const state = rows[0]?.state;
  return state === null || state === undefined ? null : previewState.parse(state);
}
