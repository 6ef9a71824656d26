import type { Invocation, InvocationResult } from "../../running/sandbox/call/invocation.ts";
import type { Masker } from "../../ground/masking/masker.ts";

type Invoke = (invocation: Invocation) => Promise<InvocationResult>;

/** Masks data that people see during a call: a test's log entries, and progress messages. */
export const maskLive =
  (invoke: Invoke, masker: Masker): Invoke =>
  (invocation) => {
    const { onLog, onProgress } = invocation;
    if (onLog === undefined && onProgress === undefined) return invoke(invocation);
    return invoke({
      ...invocation,
      ...(onLog && { onLog: (entry) => onLog(masker.entry(invocation, entry)) }),
      ...(onProgress && {
        onProgress: (done, total, message) =>
          onProgress(done, total, message === null ? null : masker.text(invocation, message)),
      }),
    });
  };
