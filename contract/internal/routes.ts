import { z } from "zod";
import type { Operation } from "../operation.ts";
import { environments } from "../states.ts";
import {
  artifactHead,
  artifactParts,
  artifactPartsRequest,
  bundleBatch,
  bundlesAnswer,
  bundlesRequest,
  digest,
  missingBundlesAnswer,
  missingBundlesRequest,
  sentBundle,
} from "./artifact.ts";
import { changesQuery, heardChanges } from "./changes.ts";
import { connectionRequest, openedConnection } from "./connections.ts";
import { deliveryBatch, deliveryBatchAnswer, fingerprintAnswer, fingerprintQuestion } from "./deliveries.ts";
import { endpointManifest } from "./endpoint-manifest.ts";
import { executionBatch } from "./execution.ts";
import {
  claimAnswer,
  claimRequest,
  jobCompletion,
  jobProgress,
  jobProgressAnswer,
  knownBuildsAnswer,
  knownBuildsRequest,
} from "./jobs.ts";
import { leaseClaim, leaseClaimAnswer, leaseRenewal, leaseRenewalAnswer, runCompletion } from "./leased-runs.ts";
import { limitAsks, limitGrants } from "./limits.ts";
import { answersPage, answersRequest, handedAnswer, questionSpending, spentQuestion } from "./questions.ts";
import {
  runAnswers,
  runAnswersTaken,
  runBatch,
  runBatchAnswer,
  runCancellation,
  runQuestion,
  runReport,
  runsOfCaller,
  runsQuestion,
} from "./runs.ts";
import { openedSecret, secretQuery, secretRequest } from "./secrets.ts";
import { workerReport, workerReportAnswer } from "./workers.ts";

/** A route of the control plane's private listener as data. The control plane serves it, and workers call it, by its name. */
export interface InternalRoute extends Pick<Operation, "params" | "query" | "body"> {
  method: "GET" | "POST" | "PUT";
  /** Express-style: `/internal/jobs/:id/complete`. */
  path: `/internal/${string}`;
  /** The response's body as a worker parses it; null if there is none (204). */
  response: Operation["response"];
  /** The largest accepted body; default: 16 MiB. */
  bodyLimitBytes?: number;
  /**
   * The control plane holds the request for at most 20 s until there is a response. With the query `held=0` it responds
   * at once.
   */
  held?: true;
  /** Its request body, if any, and its response are a bundle as bytes, with `codeBytesHeader`. */
  bytes?: true;
  /** It also accepts INTERNAL_API_TOKEN. Every route accepts WORKER_API_TOKEN. */
  token?: "internal";
}

type Said = Omit<InternalRoute, "method" | "path">;
const get = <const R extends Said>(path: string, said: R) =>
  ({ method: "GET", path: `/internal/${path}`, ...said }) as const;
const post = <const R extends Said>(path: string, said: R) =>
  ({ method: "POST", path: `/internal/${path}`, ...said }) as const;

const put = <const R extends Said>(path: string, said: R) =>
  ({ method: "PUT", path: `/internal/${path}`, ...said }) as const;

const byId = z.object({ id: z.string() });
const byDigest = z.object({ digest });

/** Every route of `/internal` with its own messages; host calls and calls use separate connections. */
export const internalRoutes = {
  getEndpointManifest: get("runtime-endpoints/:endpointId/manifest", {
    params: z.object({ endpointId: z.string() }),
    query: z.strictObject({ environment: z.enum(environments).default("development") }),
    response: endpointManifest,
    token: "internal",
  }),
  listChanges: get("changes", { query: changesQuery, response: heardChanges, held: true }),
  getArtifact: get("artifacts/:digest", { params: byDigest, response: artifactHead }),
  listArtifactParts: post("artifacts/:digest/parts", {
    params: byDigest,
    body: artifactPartsRequest,
    response: artifactParts,
  }),
  getBundle: get("bundles/:digest", { params: byDigest, bytes: true, response: sentBundle }),
  storeBundle: put("bundles/:digest", {
    params: byDigest,
    bytes: true,
    body: sentBundle,
    bodyLimitBytes: 40 * 1_048_576,
    response: null,
  }),
  storeBundles: post("bundles", { body: bundleBatch, bodyLimitBytes: 40 * 1_048_576, response: null }),
  listBundles: post("bundles/read", { body: bundlesRequest, response: bundlesAnswer }),
  listMissingBundles: post("bundles/missing", { body: missingBundlesRequest, response: missingBundlesAnswer }),
  listKnownBuilds: post("builds/known", { body: knownBuildsRequest, response: knownBuildsAnswer }),
  claimJob: post("jobs/claim", { body: claimRequest, response: claimAnswer, held: true }),
  reportJob: post("jobs/:id/progress", { params: byId, body: jobProgress, response: jobProgressAnswer }),
  completeJob: post("jobs/:id/complete", {
    params: byId,
    body: jobCompletion,
    // A build's result holds the derived schemas of every Function; a test's result holds its output and log.
    bodyLimitBytes: 64 * 1_048_576,
    response: null,
  }),
  storeDeliveries: post("deliveries", { body: deliveryBatch, response: deliveryBatchAnswer }),
  noteFingerprint: post("deliveries/fingerprints", { body: fingerprintQuestion, response: fingerprintAnswer }),
  startRuns: post("runs", { body: runBatch, bodyLimitBytes: 64 * 1_048_576, response: runBatchAnswer }),
  claimRuns: post("runs/claim", { body: leaseClaim, response: leaseClaimAnswer, held: true }),
  renewRuns: post("runs/renew", { body: leaseRenewal, response: leaseRenewalAnswer }),
  completeRun: post("runs/:id/complete", {
    params: byId,
    body: runCompletion,
    bodyLimitBytes: 64 * 1_048_576,
    response: null,
  }),
  readRun: post("runs/:id/read", { params: byId, body: runQuestion, response: runReport, held: true }),
  listRunsOfCaller: post("runs/of-caller", { body: runsQuestion, response: runsOfCaller }),
  answerRun: post("runs/:id/answer", {
    params: byId,
    body: runAnswers,
    bodyLimitBytes: 16 * 1_048_576,
    response: runAnswersTaken,
  }),
  cancelRunOfCaller: post("runs/:id/cancel", { params: byId, body: runCancellation, response: null }),
  recordExecutions: post("executions", { body: executionBatch, response: null }),
  openSecret: post("secrets/open", { query: secretQuery, body: secretRequest, response: openedSecret }),
  openConnection: post("connections/open", { body: connectionRequest, response: openedConnection }),
  reportWorker: post("workers/report", { body: workerReport, response: workerReportAnswer }),
  spendQuestion: post("questions/spend", { body: questionSpending, response: spentQuestion }),
  giveBackQuestion: post("questions/give-back", { body: questionSpending, response: null }),
  handAnswer: post("questions/answers", { body: handedAnswer, bodyLimitBytes: 4 * 1_048_576, response: null }),
  takeAnswers: post("questions/answers/take", { body: answersRequest, response: answersPage, held: true }),
  askLimits: post("limits", { body: limitAsks, response: limitGrants }),
} satisfies Record<string, InternalRoute>;

export type InternalRoutes = typeof internalRoutes;
export type InternalRouteName = keyof InternalRoutes;
export const internalRouteNames = Object.keys(internalRoutes) as InternalRouteName[];

/** The path at which a load balancer in front of `/internal` asks whether to send requests here. It needs no token. */
export const internalReadyPath = "/internal/ready";
