import { sharedDate } from "@ferrule/kit/shared-time.ts";
import type { LogEntry } from "@ferrule/contract/internal/execution.ts";
import type { Job, JobResult } from "@ferrule/contract/internal/jobs.ts";
import { mask } from "../../ground/masking/mask.ts";
import {
  ControlPlaneRefusal,
  type ControlPlaneClient,
} from "../../ground/control-plane-client/control-plane-client.ts";
import { ControlPlaneAway } from "./control-plane-away.ts";

type LeaseClient = Pick<ControlPlaneClient, "reportJob" | "completeJob">;

const maxLogsAtOnce = 1_000;
const reportWithinMs = 100;
/** A cancelled job ends within this time even if it has no news to report, because it holds a build slot. */
const askEveryMs = 1_000;
const pause = () => new Promise((resolve) => setTimeout(resolve, 250));

/**
 * The lease on one claimed job. It is renewed every second (or every third of its time, if that is less), and sooner
 * when there are logs or progress to report. `signal` aborts when the job was cancelled, the lease was lost, or the
 * control plane was away for a whole lease.
 */
export class JobLease implements AsyncDisposable {
  readonly #client: LeaseClient;
  readonly #head: { workerId: string; attempt: number };
  readonly #job: Job;
  readonly #abort = new AbortController();
  #logs: LogEntry[] = [];
  #progress: { done?: number; total?: number; step?: string } = {};
  #timer: NodeJS.Timeout | undefined;
  #dueAt = 0;
  readonly #beganAt = performance.now();
  #renewedAt = performance.now();
  #sending: Promise<unknown> | null = null;
  #ended = false;

  constructor(client: LeaseClient, workerId: string, job: Job) {
    this.#client = client;
    this.#job = job;
    this.#head = { workerId, attempt: job.attempt };
    this.#renewWithin(this.#quietMs);
  }

  get #quietMs(): number {
    return Math.min(askEveryMs, this.#job.leaseMs / 3);
  }

  /**
   * How soon to report news. A long job reports less often, at most once in a tenth of its time so far. Each report is
   * a transaction, and ten a second cost more of a long build than storing its results.
   */
  get #reportMs(): number {
    const share = (performance.now() - this.#beganAt) / 10;
    return Math.min(Math.max(reportWithinMs, share), this.#quietMs);
  }

  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  /** `stage`: the stage of a deployment that begins. */
  log(level: LogEntry["level"], message: string, stage?: string): void {
    this.entry({ at: sharedDate().toISOString(), level, message, ...(stage === undefined ? {} : { data: { stage } }) });
  }

  /** Masked here, because people see a test's logs before its record is stored. */
  entry(entry: LogEntry): void {
    this.#logs.push(mask(entry) as LogEntry);
    this.#renewWithin(this.#reportMs);
  }

  progress(done: number, total: number, step: string): void {
    this.#progress = { done, total, step };
    this.#renewWithin(this.#reportMs);
  }

  #renewWithin(ms: number): void {
    const dueAt = performance.now() + ms;
    if (this.#ended || (this.#timer !== undefined && this.#dueAt <= dueAt)) return;
    clearTimeout(this.#timer);
    this.#dueAt = dueAt;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#sending ??= this.#renew().finally(() => {
        this.#sending = null;
        this.#renewWithin(this.#logs.length > 0 ? this.#reportMs : this.#quietMs);
      });
    }, ms);
  }

  /** Whether the control plane has accepted the news. */
  async #renew(): Promise<boolean> {
    const logs = this.#logs.splice(0, maxLogsAtOnce);
    const progress = this.#progress;
    this.#progress = {};
    try {
      const body = { ...this.#head, ...progress, logs };
      const { cancelled } = await this.#client.reportJob({ params: { id: this.#job.id }, body });
      this.#renewedAt = performance.now();
      if (cancelled) this.#abort.abort(new Error("The job was cancelled."));
      return true;
    } catch (error) {
      this.#logs.unshift(...logs);
      this.#progress = { ...progress, ...this.#progress };
      const lost = error instanceof ControlPlaneRefusal && error.status === 409;
      if (lost || performance.now() - this.#renewedAt > this.#job.leaseMs) {
        this.#abort.abort(new Error("The lease on the job was lost.", { cause: error }));
      }
      return false;
    }
  }

  /**
   * Sends the remaining news, then the result or the failure. Retries while the lease may still be ours.
   * @throws ControlPlaneAway if the control plane accepts neither for five seconds
   */
  async complete(result: JobResult | null, failure: { code: string; message: string } | null): Promise<void> {
    this.#ended = true;
    clearTimeout(this.#timer);
    await this.#sending;
    while (this.#logs.length > 0 && !this.#abort.signal.aborted) if (!(await this.#renew())) await pause();
    for (let tries = 0; ; tries += 1) {
      try {
        const body = { ...this.#head, result, failure };
        await this.#client.completeJob({ params: { id: this.#job.id }, body, timeoutMs: 60_000 });
        return;
      } catch (error) {
        // The control plane refused: another worker has the job now, or nobody wants it any more.
        if (error instanceof ControlPlaneRefusal && error.status < 500) return;
        if (tries >= 20) throw new ControlPlaneAway(error);
        await pause();
      }
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#ended = true;
    clearTimeout(this.#timer);
    await this.#sending;
  }
}
