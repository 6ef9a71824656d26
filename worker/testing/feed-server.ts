import { serveProof } from "@ferrule/kit/peers/testing/serve-proof.ts";
import { createServer, type ServerResponse } from "node:http";
import { json } from "node:stream/consumers";
import {
  bundleBytesType,
  codeBytesHeader,
  type ArtifactManifest,
  type Bundle,
} from "@ferrule/contract/internal/artifact.ts";
import type { RuntimeState } from "@ferrule/contract/internal/changes.ts";
import type { ExecutionRecord } from "@ferrule/contract/internal/execution.ts";
import type { HostCall, HostCallResult } from "@ferrule/contract/internal/host-calls.ts";
import type { LimitAsk } from "@ferrule/contract/internal/limits.ts";
import { answerHostCalls } from "./answer-host-calls.ts";
import { createLeaseQueue, type LeaseQueue } from "./lease-queue.ts";
import { createDeliveryQueue, type DeliveryQueue } from "./delivery-queue.ts";
import { createRunDesk, type RunDesk } from "./run-desk.ts";
import { createQuestionDesk, type QuestionDesk } from "./question-desk.ts";
import { holdAnswer, sendJson } from "./hold-answer.ts";
import { matchRoute } from "./match-route.ts";
import type { LimitServer } from "./limit-server.ts";
import {
  digestOfEntries,
  loadedArtifact,
  sha256,
  type Entry,
  type LoadedArtifact,
} from "../deployed/endpoints/artifacts/artifact-digest.ts";
import { serveHere } from "@ferrule/kit/testing/serve-here.ts";

export interface FeedServer extends AsyncDisposable {
  url: string;
  token: string;
  /** Announces a change to all held requests. Null: the key is gone. */
  say: (state: RuntimeState | { gone: string }) => void;
  /** Makes a manifest and its bundles available. Returns the manifest's digest. */
  publish: (manifest: ArtifactManifest, codes: Iterable<string>) => string;
  /** Switches to another database: a new epoch without any state. */
  restore: () => void;
  /** Sends nothing to held requests until it is called with false. New requests are answered. */
  falter: (faltering: boolean) => void;
  /** Refuses everything with 503 until called with false. */
  refuse: (refusing: boolean) => void;
  /** Removes a published bundle. */
  lose: (digest: string) => Bundle | undefined;
  keep: (bundle: Bundle) => void;
  /** How often a path was requested. */
  asked: (prefix: string) => number;
  /** Attempts of all modes to hand out, and their ends. */
  runs: LeaseQueue;
  /** Requests to store. */
  deliveries: DeliveryQueue;
  /** Runs to store and to read. */
  startedRuns: RunDesk;
  /** Questions to people, and their answers. */
  questions: QuestionDesk;
  /** Counts limits; null: the control plane does not respond about limits. */
  limits: LimitServer | null;
  /** Answers a host call of a Function; as long as it is unset, they are refused. */
  answerCall: (call: HostCall) => HostCallResult;
  /** The reported executions. */
  executions: () => readonly ExecutionRecord[];
}

const pageLength = 1_000;
const named = ({ digest, value }: Entry<{ id: string }>) => [value.id, digest];
const keyOf = (state: RuntimeState) => `${state.kind}:${state.id}`;

function sendBundle(response: ServerResponse, { code, sourceMap }: Bundle): void {
  const bytes = Buffer.from(code);
  response.writeHead(200, { "content-type": bundleBytesType, [codeBytesHeader]: bytes.length });
  response.end(Buffer.concat([bytes, Buffer.from(sourceMap)]));
}

const missing = (response: ServerResponse) =>
  sendJson(response, 404, { error: { code: "NOT_FOUND", message: "Not found.", requestId: "req" } });

/** The part of a control plane's `/internal` that serving needs, over HTTP, for tests of code that uses it. */
export async function startFeedServer(): Promise<FeedServer> {
  const token = "worker-token-of-the-tests";
  let epoch = 1;
  let sequence = 0;
  let refusing = false;
  let faltering = false;
  const entries = new Map<string, { sequence: number; state: RuntimeState | null }>();
  const artifacts = new Map<string, LoadedArtifact>();
  const bundles = new Map<string, Bundle>();
  const held = new Map<ServerResponse, { since: number; epoch: string | null }>();
  const paths: string[] = [];
  const executions: ExecutionRecord[] = [];

  function page(response: ServerResponse, asked: { since: number; epoch: string | null }): boolean {
    const reset = asked.epoch !== `e${epoch}`;
    const since = reset ? 0 : asked.since;
    const items = [...entries]
      .filter(([, entry]) => entry.sequence > since && !(reset && entry.state === null))
      .map(([key, entry]) => ({ key, sequence: entry.sequence, state: entry.state }))
      .sort((a, b) => a.sequence - b.sequence);
    if (items.length === 0 && !reset) return false;
    const sent = items.slice(0, pageLength);
    const more = items.length > sent.length;
    sendJson(response, 200, {
      epoch: `e${epoch}`,
      reset,
      sequence: sent.at(-1)?.sequence ?? sequence,
      more,
      items: sent,
    });
    return true;
  }

  function wake(): void {
    if (faltering) return;
    for (const [response, asked] of held) if (page(response, asked)) held.delete(response);
  }

  const runs = createLeaseQueue();
  const deliveries = createDeliveryQueue();
  const startedRuns = createRunDesk();

  const server = createServer((request, response) => {
    if (serveProof(request, response, token)) return;
    const url = new URL(request.url ?? "/", "http://feed");
    paths.push(url.pathname);
    if (request.headers["x-worker-token"] !== token) return sendJson(response, 401, {});
    if (refusing)
      return sendJson(response, 503, { error: { code: "UNAVAILABLE", message: "Away.", requestId: "req" } });
    const read = (then: (body: unknown) => Promise<void> | void) => {
      json(request)
        .then(then)
        .catch((error: unknown) => response.destroy(error as Error));
    };
    const { name, id = "" } = matchRoute(request.method, url.pathname) ?? {};
    if (name?.startsWith("claim") === true) holdAnswer(response);
    switch (name) {
      case "listChanges": {
        const asked = { since: Number(url.searchParams.get("since")), epoch: url.searchParams.get("epoch") };
        if (page(response, asked)) return;
        if (url.searchParams.get("held") === "0")
          return sendJson(response, 200, { epoch: `e${epoch}`, reset: false, sequence, more: false, items: [] });
        held.set(response, asked);
        holdAnswer(response);
        return void response.on("close", () => held.delete(response));
      }
      case "getArtifact":
      case "listArtifactParts": {
        const artifact = artifacts.get(id);
        if (artifact === undefined) return missing(response);
        const { manifest, endpoints, functions } = artifact;
        if (name === "getArtifact") {
          const entries = { endpoints: endpoints.map(named), functions: functions.map(named) };
          return sendJson(response, 200, { ...manifest, ...entries });
        }
        return read((body) => {
          const wanted = new Set((body as { digests: string[] }).digests);
          const parts = [...endpoints, ...functions].filter((one) => wanted.has(one.digest));
          sendJson(response, 200, {
            parts: parts.map(({ digest, value }) => ({ digest, content: JSON.stringify(value) })),
          });
        });
      }
      case "listBundles":
        return read((body) => {
          const { digests } = body as { digests: string[] };
          sendJson(response, 200, { bundles: digests.flatMap((one) => bundles.get(one) ?? []) });
        });
      case "getBundle": {
        const bundle = bundles.get(id);
        return bundle === undefined ? missing(response) : sendBundle(response, bundle);
      }
      case "claimJob":
        // There is never a job.
        return;
      case "claimRuns":
      case "renewRuns":
      case "completeRun":
        return runs.answer(name, id, request, response);
      case "storeDeliveries":
      case "noteFingerprint":
        return deliveries.answer(name, request, response);
      case "startRuns":
      case "readRun":
      case "listRunsOfCaller":
      case "answerRun":
      case "cancelRunOfCaller":
        return startedRuns.answer(name, id, request, response);
      case "spendQuestion":
      case "giveBackQuestion":
      case "handAnswer":
      case "takeAnswers":
        return feed.questions.answer(name, request, response);
      case "recordExecutions":
        return read(async (batch) => {
          executions.push(...(batch as { records: ExecutionRecord[] }).records);
          response.writeHead(204).end();
        });
      case "askLimits": {
        const { limits } = feed;
        if (limits === null) return missing(response);
        return read(async (body) => {
          const asked = { body: body as { asks: LimitAsk[] } };
          sendJson(response, 200, await limits.client.askLimits(asked));
        });
      }
      default:
        missing(response);
    }
  });
  const cutHostCalls = answerHostCalls(server, (call) => feed.answerCall(call));
  const served = await serveHere(server);

  const feed: FeedServer = {
    ...served,
    async [Symbol.asyncDispose]() {
      cutHostCalls();
      await served[Symbol.asyncDispose]();
    },
    answerCall: () => ({ ok: false, code: "UNAVAILABLE", message: "Away." }),
    token,
    say(state) {
      sequence += 1;
      if ("gone" in state) entries.set(state.gone, { sequence, state: null });
      else entries.set(keyOf(state), { sequence, state });
      wake();
    },
    publish(manifest, codes) {
      for (const code of codes) bundles.set(sha256(code), { digest: sha256(code), code, sourceMap: "{}" });
      const artifact = loadedArtifact(manifest);
      const digest = digestOfEntries(manifest, artifact.endpoints, artifact.functions);
      artifacts.set(digest, artifact);
      return digest;
    },
    restore() {
      epoch += 1;
      sequence = 0;
      entries.clear();
      wake();
    },
    falter(on) {
      faltering = on;
      wake();
    },
    refuse(on) {
      refusing = on;
      if (on) for (const response of held.keys()) sendJson(response, 503, {});
      if (on) held.clear();
    },
    lose(digest) {
      const lost = bundles.get(digest);
      bundles.delete(digest);
      return lost;
    },
    keep: (bundle) => void bundles.set(bundle.digest, bundle),
    executions: () => executions,
    runs,
    deliveries,
    startedRuns,
    questions: createQuestionDesk(),
    limits: null,
    asked: (prefix) => paths.filter((path) => path.startsWith(prefix)).length,
  };
  return feed;
}
