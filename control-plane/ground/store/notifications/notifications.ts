/** The channels on which mutations send notifications. The payload is an identifier or empty. */
export const channels = [
  "runtime_states",
  "jobs",
  "job_events",
  "deployments",
  "executions",
  "cron_bindings",
  "runs",
  "run_ends",
  "question_answers",
  "workers",
  "sign_ins",
] as const;
export type Channel = (typeof channels)[number];

export interface Notifications {
  /**
   * Calls `heard` for each notification until the returned function is called. After a lost connection it calls `heard`
   * once with an empty payload, because anything may have changed meanwhile.
   */
  subscribe: (channel: Channel, heard: (payload: string) => void) => () => void;
  /**
   * Resolves at the next notification that `matches` (an empty payload always does), or after `timeoutMs`, or when
   * `signal` aborts. Never rejects.
   */
  wait: (
    channel: Channel,
    options: { timeoutMs: number; signal?: AbortSignal; matches?: (payload: string) => boolean },
  ) => Promise<void>;
}
