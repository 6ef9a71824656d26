import { PublicError } from "@ferrule/contract/errors.ts";
import type { Operations } from "@ferrule/contract/operations.ts";
import type { ProjectSource } from "@ferrule/contract/resources/project-source.ts";
import type { App } from "../../ground/app.ts";
import type { HandlerContext, Handlers } from "../../ground/handler/handler.ts";
import { runJob, JobCancelled } from "../../ground/jobs/run-job.ts";
import type { ProjectScope } from "../../ground/store/scope.ts";
import type { JobPayloads } from "../../ground/store/tables/jobs.ts";
import { holdDeployments } from "../../releases/deployments/queries/deployments.ts";
import { applySteps, Outdated } from "./apply-steps.ts";
import { countTests } from "@ferrule/contract/resources/count-tests.ts";
import { planSource } from "./plan/plan-source.ts";
import { rehearse } from "./queries.ts";
import { readTested } from "./read-tested.ts";

type Context = HandlerContext<Operations["testProjectSource"]>;
type Payload = JobPayloads["tests"];

/** The worker ends a run after five minutes, and says which files it has not run. The rest is for waiting and building. */
const timeoutMs = 360_000;
/** An audit event stays readable. */
const mostNamed = 100;

/** Reads what a push of `source` would leave, and undoes the push. */
async function rehearsed<T>(
  { app, actor }: Context,
  scope: ProjectScope,
  source: ProjectSource,
  read: () => Promise<T>,
): Promise<T> {
  return rehearse(scope, async () => {
    await holdDeployments(scope);
    const plan = await planSource(app, scope, { source, delete: false });
    await applySteps(scope, plan.steps, { userId: actor.userId, isRehearsal: true }).catch((error: unknown) => {
      if (!(error instanceof Outdated)) throw error;
      throw new PublicError("UNAVAILABLE", "The Project was changed while its tests were read. Run them again.");
    });
    return read();
  });
}

/** Reads the worker's order together with the audit event that names the actor. */
async function prepare(context: Context): Promise<Payload> {
  const { projectId, body, write } = context;
  return write(async (scope) => {
    const read = () => readTested(scope, body);
    const payload = body.source === undefined ? await read() : await rehearsed(context, scope, body.source, read);
    const slugs = payload.functions.map(({ slug }) => slug);
    const changes = {
      saved: body.source === undefined && body.edited.length === 0,
      total: slugs.length,
      functions: slugs.slice(0, mostNamed),
      coverage: body.coverage,
    };
    return { answer: payload, audit: { kind: "project", id: projectId, name: null, changes } };
  });
}

async function run(app: App, projectId: string, payload: Payload, signal: AbortSignal) {
  try {
    return await runJob(app, { projectId, kind: "tests", payload }, { timeoutMs, signal });
  } catch (error) {
    if (error instanceof JobCancelled) throw new PublicError("UNAVAILABLE", "The run of the tests was cancelled.");
    throw error;
  }
}

/**
 * Runs the tests of a source as if it had been pushed, or of the drafts, in a worker's sandbox. It changes nothing and
 * records no execution. The answer is 200 also when tests fail.
 */
export const testProjectSource: Handlers["testProjectSource"] = async (context) => {
  const { app, projectId, signal } = context;
  const began = performance.now();
  const payload = await prepare(context);
  const slugs = new Map(payload.functions.map(({ id, slug }) => [id, slug]));
  const ended =
    payload.functions.length === 0 ? { functions: [], libraries: [] } : await run(app, projectId, payload, signal);
  const functions = ended.functions.map(({ id, ...rest }) => ({ slug: slugs.get(id) ?? id, ...rest }));
  return {
    ...countTests(functions),
    durationMs: Math.round(performance.now() - began),
    functions,
    libraries: ended.libraries,
  };
};
