/** Durable runs: `export const config = { run: "durable" }`. */
declare module "ferrule" {
  /**
   * A time to wait: milliseconds, text such as `"90s"`, `"5m"`, `"2h"`, `"3d"` or ISO 8601 `"PT5M"`. A Date is a time at
   * which the wait ends.
   */
  export type Duration = number | string | Date;

  /** The `code` of a FunctionError that a member of a run throws. */
  export type RunErrorCode =
    | "NOT_DURABLE"
    | "RUN_HISTORY_FULL"
    | "STEP_IN_STEP"
    | "STEP_CHANGED"
    | "STEP_TIMEOUT"
    | "STEP_NOT_KEPT";

  /** The handler of a durable Function: `export default (async (input, ctx) => …) satisfies RunHandler<Input>`. */
  export type RunHandler<Input = never, Output = unknown> = (input: Input, ctx: RunContext) => Output | Promise<Output>;

  /**
   * The second parameter of the handler of a durable Function.
   *
   * A run consists of attempts, and each attempt begins at the top of the handler: after a wait, after a failed step,
   * and after a crash. Steps that have results return these and do not run again. Code outside of steps runs in every
   * attempt, so put everything with an effect into a step.
   */
  export interface RunContext extends Context {
    readonly run: RunInfo;
    readonly runs: RunsOfRun;
    /**
     * Runs `run` once and stores its result as JSON: at most 1 MiB, and for all steps of a run 4 MiB. If it fails, the
     * run waits, and tries the step again in another attempt. If the worker is lost before the result is stored, the step
     * runs again. Steps may run at the same time (`Promise.all`), but not in each other.
     * @param name 1 to 100 characters on one line. If a name is used again, it gets a number: `pay`, `pay#2`.
     * @throws FunctionError with the code of the last failure, when no tries are left
     */
    step<Result>(
      name: string,
      run: (step: StepCall) => Result | Promise<Result>,
      options?: StepOptions,
    ): Promise<Stored<Result>>;
    /**
     * Waits for a duration or until a time, and uses nothing meanwhile. A time in the past returns at once.
     * @throws FunctionError `VALIDATION_ERROR` for a time after the run's deadline
     */
    sleep(name: string, duration: Duration): Promise<void>;
    /** Waits for an event that `ctx.runs.send` or the management API sends. `null` after the timeout. */
    waitFor<Data = Json>(
      name: string,
      filter: EventFilter,
      options: { readonly timeout: Duration },
    ): Promise<RunEvent<Data> | null>;
    /**
     * Waits until people approve or reject what the question shows them, or until it expires. The answer counts only for
     * this question: another one needs another name.
     */
    approve(name: string, question: ApprovalQuestion): Promise<ApprovalOutcome>;
  }

  /** What a step's result is after JSON: nothing is `null`, and a Date is text. */
  export type Stored<Result> = Result extends undefined | void ? null : Result extends Date ? string : Result;

  /** A run, as its Function sees it. Times are epoch milliseconds. */
  export interface RunInfo {
    readonly id: string;
    /** 1 for the first attempt. */
    readonly attempt: number;
    readonly startedAt: number;
    /** The run ends as expired at this time. */
    readonly deadline: number;
    /** The run that started this one. */
    readonly parentId: string | null;
  }

  export interface StepCall {
    /** 1 for the first try of this step. */
    readonly attempt: number;
    /** Aborted when the call is cancelled, its time is over, or the step's `timeoutMs` is over. */
    readonly signal: AbortSignal;
  }

  export interface StepOptions {
    /** How often it is tried again: 0 to 100; default: 3. */
    readonly retries?: number;
    /** How long the run waits before the second try; default: 1,000. */
    readonly backoffMs?: number;
    /** The longest time between two tries; default: one hour. */
    readonly maxBackoffMs?: number;
    /** How many times longer each wait is than the one before; default: 2. */
    readonly factor?: number;
    /** Whether each wait is shortened by chance, to 50 to 100 percent; default: true. */
    readonly jitter?: boolean;
    /** A try that takes longer fails with `STEP_TIMEOUT`. */
    readonly timeoutMs?: number;
    /** The codes of errors after which it is not tried again. See also `retry` of FunctionError. */
    readonly noRetry?: readonly string[];
  }

  export interface EventFilter {
    /** The event's name: 1 to 200 characters. */
    readonly event: string;
    /** The event's data must contain this: `{ orderId: input.orderId }`. */
    readonly match?: Json;
  }

  export interface RunEvent<Data = Json> {
    readonly data: Data;
    /** When it was sent, in RFC 3339. */
    readonly at: string;
  }

  export interface ApprovalQuestion {
    /** One line of 1 to 200 characters. */
    readonly title: string;
    /** Sentences for the person who decides: at most 4,000 characters. */
    readonly summary?: string;
    /** Exactly what will be done. An approval counts for these details only. */
    readonly details?: Json;
    /** The people who may decide: anybody whom one of these names. Default: owners and administrators. */
    readonly by?: {
      readonly roles?: readonly ("owner" | "admin" | "developer" | "operator")[];
      /** E-mail addresses. */
      readonly people?: readonly string[];
      /** Groups of the company's sign-in. */
      readonly groups?: readonly string[];
      /** The person for whom the call was made. */
      readonly caller?: boolean;
    };
    /** How many people must approve: 1 to 5; default: 1. */
    readonly people?: number;
    /** Whether the person who asked may not decide; default: true. */
    readonly notAsker?: boolean;
    /** 1 minute to 30 days; default: one day. */
    readonly expires?: Duration;
  }

  export interface ApprovalOutcome {
    readonly approved: boolean;
    readonly outcome: "approved" | "rejected" | "expired";
    readonly decisions: readonly {
      readonly email: string;
      readonly decision: "approved" | "rejected";
      readonly reason: string;
      readonly at: string;
    }[];
  }

  export interface RunReport {
    readonly id: string;
    readonly status: "queued" | "running" | "waiting" | "succeeded" | "failed" | "cancelled" | "expired";
    /** What it returned, if it has succeeded. */
    readonly output?: Json;
    readonly error?: { readonly code: string; readonly message: string };
  }

  export interface StartOptions {
    /** Runs with the same key are one: 1 to 200 characters. */
    readonly key?: string;
    readonly delay?: Duration;
    /** -100 to 100; the higher one begins first. */
    readonly priority?: number;
    /** Whether it goes on when this run is cancelled; default: false. */
    readonly detached?: boolean;
  }

  /** The runs of this Project, environment and tenant. */
  export interface Runs {
    /**
     * Starts a run of a durable Function. In a durable run it is a step: a repeated attempt starts no second run.
     * @param slug The Function, which this Function must be permitted to start.
     * @throws FunctionError `NOT_GRANTED`, `NOT_FOUND`, `VALIDATION_ERROR`, `LIMIT_EXCEEDED`
     */
    start(slug: NameOf<ProjectFunctions>, input?: Json, options?: StartOptions): Promise<{ readonly id: string }>;
    /** `null` if there is none. */
    get(id: string): Promise<RunReport | null>;
    /** Wakes the runs that wait for this event. In a durable run, send it in a step. */
    send(event: string, data: Json, options?: { readonly runId?: string }): Promise<{ readonly woken: number }>;
    /** False if it has ended, or there is none. */
    cancel(id: string): Promise<boolean>;
  }

  export interface RunsOfRun extends Runs {
    /** Waits until another run has ended, and uses nothing meanwhile. `null` after the timeout. */
    wait(name: string, id: string, options?: { readonly timeout?: Duration }): Promise<RunReport | null>;
  }
}
