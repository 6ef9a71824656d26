import type { z } from "zod";
import type { execution } from "../resources/execution.ts";

/** What a test is made of: an execution as `getExecution` returns it. */
export type RecordedExecution = Pick<
  z.infer<typeof execution>,
  | "requestId"
  | "startedAt"
  | "environment"
  | "tenantId"
  | "source"
  | "caller"
  | "status"
  | "input"
  | "output"
  | "error"
  | "calls"
  | "hostCalls"
  | "hostCallsOmitted"
>;
