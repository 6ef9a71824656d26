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
