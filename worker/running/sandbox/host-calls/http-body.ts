import type { HostCall } from "./host-call.ts";

const none = new Uint8Array(0);

/**
 * `ctx.http.request.text()` and `bytes()`: the request's body as it was sent, which a webhook's sender has signed. It
 * is sent on demand, because few calls need it besides their input.
 */
export const httpBody: HostCall = (_argument, _bytes, { invocation }) =>
  Promise.resolve({ bytes: invocation.httpBody ?? none });
