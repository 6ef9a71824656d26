import type { App } from "../../ground/app.ts";
import { found } from "../../ground/handler/not-found.ts";
import type { InstallationScope } from "../../ground/store/scope.ts";
import { keepWorker } from "../../ground/workers/queries.ts";
import { replaceRunning } from "../../observed/executions/queries/running.ts";
import { partsOfArtifact } from "../../releases/deployments/queries/artifact-parts.ts";
import { knownBuilds } from "../../releases/deployments/queries/build-results.ts";
import { findHead } from "../../releases/deployments/queries/read-artifact.ts";
import type { LeasedMetrics } from "../../serving/attempts/leased-metrics.ts";
import { cancellingExecutions } from "../../serving/runs/queries/runs.ts";
import { createAnswerAsks } from "../../serving/limits/answer-asks.ts";
import { recordExecutions } from "../../whole/recording/record-executions.ts";
import type { InternalHandlers } from "./internal-handler.ts";
import { serveBundles } from "./serve-bundles.ts";
import { serveChanges } from "./serve-changes.ts";
import { serveConnections } from "./serve-connections.ts";
import { serveDeliveries } from "./serve-deliveries.ts";
import { serveEndpointManifest } from "./serve-endpoint-manifest.ts";
import { serveJobs } from "./serve-jobs.ts";
import { serveQuestions } from "./serve-questions.ts";
import { serveRuns } from "./serve-runs.ts";
import { serveSecrets } from "./serve-secrets.ts";

/** The limit for one answer with several parts; a worker asks again for those it lacks. */
const partsBytes = 4 * 1_048_576;

/** The handlers of all routes in the table. A route without a handler does not compile. */
export function internalHandlers(
  app: App,
  metrics: LeasedMetrics,
  times: { leaseMs: number; holdMs: number },
): InternalHandlers {
  const answerAsks = createAnswerAsks(app);
  return {
    ...serveEndpointManifest(app),
    ...serveChanges(app, times),
    getArtifact: ({ params: { digest } }) =>
      app.store.inInstallation(async (scope) => found(await findHead(scope, digest)), { readOnly: true }),
    listArtifactParts({ params: { digest }, body: { digests } }) {
      const read = async (scope: InstallationScope) => ({
        parts: await partsOfArtifact(scope, digest, digests, partsBytes),
      });
      return app.store.inInstallation(read, { readOnly: true });
    },
    ...serveBundles(app),
    listKnownBuilds: ({ body: { keys } }) =>
      app.store.inInstallation(async (scope) => ({ builds: await knownBuilds(scope, keys) })),
    ...serveJobs(app, times),
    ...serveDeliveries(app, metrics.deliveries),
    ...serveRuns(app, metrics, times),
    ...serveQuestions(app, times),
    recordExecutions: ({ body: { records } }) => recordExecutions(app, records, metrics.deliveries),
    ...serveSecrets(app),
    ...serveConnections(app),
    reportWorker: ({ body: report }) =>
      app.store.inInstallation(async (scope) => {
        await keepWorker(scope, report);
        const { cancelled, watched } = await replaceRunning(scope, report.workerId, report.calls, report.logs ?? []);
        // A run may have been cancelled before its worker first reported the attempt.
        const ofRuns = report.calls.length === 0 ? [] : await cancellingExecutions(scope, report.workerId, cancelled);
        return { cancelled: [...new Set([...cancelled, ...ofRuns])], watched };
      }),
    askLimits: ({ body: { asks } }) => answerAsks(asks),
  };
}
