import type { HostCall } from "./host-call.ts";

const none = new Uint8Array(0);

/**
 * `ctx.http.request.text()` and `bytes()`: the body of the call's own request as it was sent, which the sender of a webhook has signed. It
 * is asked for, because hardly a call needs it beside its input.
 */
export const httpBody: HostCall = (_argument, _bytes, { invocation }) =>
  Promise.resolve({ bytes: invocation.httpBody ?? none });
