import type { HostCall } from "./host-call.ts";

const none = new Uint8Array(0);

/**
 * `ctx.http.request.text()` and `bytes()`: the unchanged body of the request, which a webhook's sender has signed. The
 * isolate gets it only on demand, because few calls need it besides their input.
 */
export const httpBody: HostCall = (_argument, _bytes, { invocation }) =>
  Promise.resolve({ bytes: invocation.httpBody ?? none });
