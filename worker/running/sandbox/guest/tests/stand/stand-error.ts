import type { HostError } from "../../requests.ts";

/** A refusal as the platform sends it. The context makes a FunctionError of it. */
export const refusal = (code: string, message: string, details?: unknown): HostError => ({
  type: "function",
  code,
  message,
  ...(details === undefined ? {} : { details }),
});

export const typeError = (message: string): HostError => ({ type: "type", code: "TypeError", message });

/** What to declare, for something that the Function needs and that nothing stands in for. */
export const noStandIn = (what: string, declare: string): HostError =>
  refusal("NO_STAND_IN", `Nothing stands in for ${what}. Declare ${declare} in the call of the test.`);
