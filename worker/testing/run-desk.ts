import type { IncomingMessage, ServerResponse } from "node:http";
import { json } from "node:stream/consumers";
import type { InternalRouteName } from "@ferrule/contract/internal/routes.ts";
import {
  runAnswers,
  runBatch,
  runCancellation,
  runQuestion,
  runsQuestion,
  type NewRun,
  type RunReport,
  type StartedRun,
} from "@ferrule/contract/internal/runs.ts";
import type { z } from "zod";
import { identifier } from "@ferrule/kit/identifier.ts";
import { holdAnswer, sendJson } from "./hold-answer.ts";

type Outcome = StartedRun["outcome"];

/** The control plane's side of runs, for a worker that starts them and whose callers read them. */
export interface RunDesk {
  /** The stored runs, in order. */
  stored: readonly NewRun[];
  /** The number of runs in each message. */
  batches: readonly number[];
  /** The questions for a run's state: how long each may be held. */
  waits: readonly number[];
  /** How many questions are held now. */
  held: () => number;
  /** Answers this to every new run, until called with null. */
  refuse: (outcome: Exclude<Outcome, "started" | "existing"> | null) => void;
  /** Refuses this many messages with 503. */
  fail: (count: number) => void;
  /** Refuses this many messages with answers with 503. */
  failAnswers: (count: number) => void;
  /** Changes what a run's caller reads; without an id, of the newest run. */
  change: (report: Partial<RunReport>, id?: string) => void;
  /** Removes a run, as the control plane does after its time; without an id, the newest one. */
  forget: (id?: string) => void;
  /** The answers to questions of runs, in order. */
  answers: readonly z.infer<typeof runAnswers>["answers"][number][];
  /** Does this as soon as a run is stored. */
  whenStored: ((run: NewRun) => void) | null;
  answer: (route: InternalRouteName, id: string, request: IncomingMessage, response: ServerResponse) => void;
}

interface Held {
  id: string;
  response: ServerResponse;
  timer: NodeJS.Timeout;
}

const hasEnded = ({ status }: RunReport) => ["succeeded", "failed", "cancelled", "expired"].includes(status);
const missing = (response: ServerResponse) =>
  sendJson(response, 404, { error: { code: "NOT_FOUND", message: "Not found.", requestId: "req" } });

/** What the control plane compares before a caller reads a run. */
type Owned = Pick<NewRun, "environment" | "endpointId" | "tenantId" | "caller">;
const ownerOf = ({ environment, endpointId, tenantId, caller }: Owned) =>
  JSON.stringify([environment, endpointId, tenantId, caller.kind, caller.id]);

class Desk implements RunDesk {
  readonly stored: NewRun[] = [];
  readonly batches: number[] = [];
  readonly waits: number[] = [];
  readonly answers: z.infer<typeof runAnswers>["answers"][number][] = [];
  whenStored: ((run: NewRun) => void) | null = null;
  readonly #reports = new Map<string, RunReport>();
  readonly #byKey = new Map<string, string>();
  readonly #held = new Set<Held>();
  #refused: Outcome | null = null;
  #failures = 0;
  #failedAnswers = 0;

  readonly held = () => this.#held.size;
  readonly refuse = (outcome: Outcome | null) => void (this.#refused = outcome);
  readonly failAnswers = (count: number) => void (this.#failedAnswers = count);
  readonly fail = (count: number) => void (this.#failures = count);

  forget(id = this.stored.at(-1)?.id ?? ""): void {
    this.#reports.delete(id);
  }

  change(report: Partial<RunReport>, id = this.stored.at(-1)?.id ?? ""): void {
    const changed = { ...this.#reports.get(id)!, ...report };
    this.#reports.set(id, changed);
    if (!hasEnded(changed)) return;
    for (const held of this.#held) if (held.id === id) this.#release(held);
  }

  #release(held: Held): void {
    clearTimeout(held.timer);
    this.#held.delete(held);
    if (!held.response.destroyed) sendJson(held.response, 200, this.#reports.get(held.id));
  }

  #start(run: NewRun): StartedRun {
    const { id, functionId, tenantId, environment, bindingId, key, approval } = run;
    const known = this.#reports.get(id);
    if (known !== undefined) return { asked: id, id, outcome: "existing", approvalId: known.approvalId };
    const place = JSON.stringify([functionId, tenantId, environment, key]);
    const original = key === null ? undefined : this.#byKey.get(place);
    if (original !== undefined) return { asked: id, id: original, outcome: "existing", approvalId: null };
    if (this.#refused !== null) return { asked: id, id, outcome: this.#refused, approvalId: null };
    if (key !== null) this.#byKey.set(place, id);
    const approvalId = approval === null ? null : identifier("apr");
    this.stored.push(run);
    this.#reports.set(id, {
      id,
      functionId,
      bindingId,
      status: approvalId === null ? "queued" : "waiting",
      createdAt: "2026-11-27T20:00:00.000Z",
      finishedAt: null,
      waitsFor: null,
      approvalId,
      output: null,
      error: null,
    });
    this.whenStored?.(run);
    return { asked: id, id, outcome: "started", approvalId };
  }

  #reportFor(id: string, asked: Owned): RunReport | undefined {
    const run = this.stored.find((one) => one.id === id);
    return run !== undefined && ownerOf(run) === ownerOf(asked) ? this.#reports.get(id) : undefined;
  }

  /** Newest first, as the control plane lists them. */
  #page({ after, limit, ...asked }: z.infer<typeof runsQuestion>) {
    const own = this.stored.filter((run) => ownerOf(run) === ownerOf(asked)).toReversed();
    const begin = after === null ? 0 : own.findIndex(({ id }) => id === after.id) + 1;
    const runs = own.slice(begin, begin + limit).map(({ id }) => ({ ...this.#reports.get(id)!, output: null }));
    return { runs, hasMore: begin + limit < own.length };
  }

  async #answer(route: InternalRouteName, id: string, request: IncomingMessage, response: ServerResponse) {
    const body: unknown = await json(request);
    if (this.#failures > 0) {
      this.#failures -= 1;
      return sendJson(response, 503, {});
    }
    if (route === "startRuns") {
      const { runs } = runBatch.parse(body);
      this.batches.push(runs.length);
      return sendJson(response, 200, { results: runs.map((run) => this.#start(run)) });
    }
    if (route === "listRunsOfCaller") return sendJson(response, 200, this.#page(runsQuestion.parse(body)));
    if (route === "answerRun") {
      if (this.#failedAnswers > 0) {
        this.#failedAnswers -= 1;
        return sendJson(response, 503, {});
      }
      const { answers, ...asker } = runAnswers.parse(body);
      if (this.#reportFor(id, asker) === undefined) return missing(response);
      this.answers.push(...answers);
      return sendJson(response, 200, { taken: answers.length });
    }
    const asked = route === "readRun" ? runQuestion.parse(body) : { ...runCancellation.parse(body), waitMs: 0 };
    const { waitMs } = asked;
    const report = this.#reportFor(id, asked);
    if (report === undefined) return missing(response);
    if (route === "cancelRunOfCaller") {
      if (hasEnded(report)) return sendJson(response, 409, { error: { code: "INVALID_STATE", message: "Ended." } });
      this.change({ status: "cancelled", finishedAt: "2026-11-27T20:00:01.000Z" }, id);
      return void response.writeHead(204).end();
    }
    this.waits.push(waitMs);
    if (hasEnded(report) || waitMs === 0) return sendJson(response, 200, report);
    const held: Held = { id, response, timer: setTimeout(() => this.#release(held), waitMs) };
    this.#held.add(held);
    holdAnswer(response);
    response.once("close", () => {
      clearTimeout(held.timer);
      this.#held.delete(held);
    });
  }

  answer(route: InternalRouteName, id: string, request: IncomingMessage, response: ServerResponse): void {
    this.#answer(route, id, request, response).catch((error: unknown) => response.destroy(error as Error));
  }
}

/** A desk without runs. */
export const createRunDesk = (): RunDesk => new Desk();
