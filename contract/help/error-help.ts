import type { ErrorCode } from "../errors.ts";
import type { Help } from "./help.ts";

/** Who answers with the code: the management API, MCP Endpoints and HTTP APIs, or both. */
type Source = "api" | "runtime" | "both";

/** What each error code of the catalogue means, and what to do. `docs/errors.md` and the page of each code say it. */
export const errorHelp = {
  VALIDATION_ERROR: {
    from: "both",
    cause:
      'A path parameter, query parameter, header or body field is unknown, missing or malformed. `details.issues` lists every one of them, as `[{ "path": "body.name", "message": "…" }]`, and never repeats a value. Or a cursor comes from another list or other filters. Or you sent a session cookie and an API token together.',
    fix: "Correct the fields that `details.issues` names. With another list or other filters, start at the first page again. Send either the cookie or the token.",
  },
  MALFORMED_JSON: {
    from: "both",
    cause: "The body is not JSON in UTF-8, or (under `/mcp` and `/http`) nests deeper than 200 levels.",
    fix: "Send well-formed JSON.",
  },
  UNAUTHENTICATED: {
    from: "api",
    cause: "You sent no session cookie and no API token, or one that this installation did not issue.",
    fix: "Sign in, or send `Authorization: Bearer fer_pat_…`. On `/metrics`: send `METRICS_TOKEN` as a Bearer token.",
  },
  INVALID_CREDENTIALS: {
    from: "api",
    cause:
      "The email or the password is wrong (the response is the same for both). Or the sign-in link was used, was replaced or is older than 24 hours. Or `currentPassword` is wrong.",
    fix: "Try again with the right one. Each `npm start` prints a new link, and owners and admins create new ones under *Users*.",
  },
  SESSION_EXPIRED: {
    from: "api",
    cause:
      "The session was idle for longer than `SESSION_IDLE_MS`, or is older than `SESSION_ABSOLUTE_MS`. Or somebody ended it by signing out, changing the password or revoking it.",
    fix: "Sign in again.",
  },
  CSRF_INVALID: {
    from: "api",
    cause:
      "A POST, PUT, PATCH or DELETE with a session cookie lacks `x-csrf-token`, or has that of an earlier session or Project.",
    fix: "Send the value of the CSRF cookie as `x-csrf-token`. Signing in, selecting a Project and changing the password issue a new one.",
  },
  FORBIDDEN: {
    from: "both",
    cause:
      "One of these is the reason:\n\n- Your role, or the API token's, may not do this. [The table](api.md#operations) says which roles may.\n- The operation does not accept API tokens.\n- The `Origin` may not call this endpoint or sign in.\n- The API key's scopes do not name the route.",
    fix: "Ask somebody whose role allows it. Sign in if the operation does not accept tokens. Add the origin to the endpoint's policy, or use a key whose scopes name the route.",
  },
  ACCOUNT_DISABLED: {
    from: "api",
    cause: "An owner or admin has disabled this user.",
    fix: "Ask an owner or admin to enable it.",
  },
  PASSWORD_CHANGE_REQUIRED: {
    from: "api",
    cause: "Somebody else set your password. Until then, only that, signing out and `GET /api/auth/me` work.",
    fix: "Change it with `POST /api/account/password`, or in the console.",
  },
  CONFIRMATION_REQUIRED: {
    from: "api",
    cause:
      "An [agent](agents.md) asked for something that a person must confirm: a release, a rollback, a deletion, or more rights than before. Nothing has changed. `details.url` is the page that shows what would happen.",
    fix: "Open `details.url`, signed in, with a role that may make the change yourself, and confirm. Then let the agent send exactly the same request again, within ten minutes. It works once.",
  },
  NOT_FOUND: {
    from: "both",
    cause:
      "The path, resource, tool or route does not exist, or it belongs to another Project. The response is the same for both. Under `/mcp` and `/http`, the address names no endpoint, its Project is archived, or no enabled route has this path.",
    fix: "Check the identifier, the path and the active Project.",
  },
  METHOD_NOT_ALLOWED: {
    from: "both",
    cause: "The path exists, but does not support this method.",
    fix: "Use a method that the `Allow` header lists. Use POST for an MCP Endpoint.",
  },
  CONFLICT: {
    from: "api",
    cause:
      "A slug, name, email, tool name, or method and path must be unique, and is taken. For a new version of a collection: somebody else changed the collection during the check of its records.",
    fix: "Choose another one, or update the existing resource. For a collection, read it again, and repeat the change.",
  },
  PROJECT_NOT_SELECTED: {
    from: "api",
    cause:
      "The operation needs an active Project and the session has none. An API token always has the Project that it was created for.",
    fix: "Select one with `POST /api/projects/{projectId}/select`.",
  },
  PROJECT_MISMATCH: {
    from: "api",
    cause:
      "The request's `x-project-id` is not the active Project, because another tab or script selected a different one. Nothing was changed.",
    fix: "Select the Project again, or reload.",
  },
  IDEMPOTENCY_CONFLICT: {
    from: "api",
    cause: "The `Idempotency-Key` was used within 24 hours for a request with another body.",
    fix: "Use a new key for a new request.",
  },
  IDEMPOTENCY_PENDING: {
    from: "runtime",
    cause: "A call of the route with the same `Idempotency-Key` is running.",
    fix: "Send it again after `Retry-After`.",
  },
  IDEMPOTENCY_NOT_KEPT: {
    from: "runtime",
    cause: "The response was a stream, or larger than 256 KiB. The call has run and does not run again.",
    fix: "Look at its execution.",
  },
  PROJECT_ARCHIVED: {
    from: "api",
    cause:
      "You can read in an archived Project, but not change anything. You can select the Project, list and read its resources, query its records and reveal cache entries.",
    fix: 'Restore it with `PATCH /api/projects/{projectId}` and `{"status":"active"}`.',
  },
  INVALID_STATE: {
    from: "api",
    cause:
      "The resource is in a state that does not allow this. For example, it is already archived or disabled, the deployment has ended, or the rollback would change nothing. Or the key no longer opens anything, the user is the last active owner, or the binding has the wrong kind. The message gives the reason.\n\nA run gets this error if it has ended, or has not ended, as the operation needs it. A decision on an [approval](approvals.md) gets it if somebody has decided already, if the approval has expired, or if the digest is not the one of what will be done.\n\nAn edit gets this error too if the Project is [managed from git](project-folder.md#managed-from-git).",
    fix: "Read the resource again: its state shows what is possible. If the Project is managed from git, edit the folder and push it.",
  },
  IN_USE: {
    from: "api",
    cause:
      "You cannot delete it while something refers to it. This protects a Function that is bound or deployed, and a Library that is imported. It protects a secret that deployed Functions declare or a policy verifies signatures with, an endpoint that a deployment serves, and a collection that holds records or is deployed. `details` names them.",
    fix: "Remove those first.",
  },
  INCOMPATIBLE_SCHEMA: {
    from: "api",
    cause:
      "Existing records do not match the new version of a data collection's schema. `details.compatibility` counts them and shows the first ten. Nothing was stored.",
    fix: "Change the schema, or send a `mapping` that makes the records match.",
  },
  DEPLOYMENT_IN_PROGRESS: {
    from: "api",
    cause: "You asked for a release or rollback while another deployment of the same target is being activated.",
    fix: "Wait until it has ended, check what is active now, and try again.",
  },
  PRECONDITION_FAILED: {
    from: "both",
    cause:
      "A `GET` or `HEAD` has an `If-Match` or `If-Unmodified-Since` that does not match the response's `ETag` or `Last-Modified`.",
    fix: "To get the current version, send the request without it.",
  },
  REVISION_CONFLICT: {
    from: "api",
    cause:
      "The `If-Match` header, or the `revision` that you sent with a record, is out of date: somebody has changed the resource since you read it. Nothing was changed.",
    fix: "Read it again, and repeat your change.",
  },
  PAYLOAD_TOO_LARGE: {
    from: "both",
    cause:
      "The body is too large. Under `/api`, the limit is 2 MiB (some operations accept more). Under `/mcp` and `/http`, it is the endpoint's `maxBodyBytes`: 1 MiB by default, and at most 10 MiB. A call that becomes a [run](runs.md#limits) also gets this error for an input of more than 1,048,576 characters, or of more than 16,383 if a person must approve it. With status 431, the request's headers are larger than 16 KiB.",
    fix: "Send less, send it in parts, or raise the endpoint's `maxBodyBytes`.",
  },
  UNSUPPORTED_MEDIA_TYPE: {
    from: "both",
    cause: "This operation does not accept the body's `Content-Type`, or the body has a `Content-Encoding`.",
    fix: "Send `application/json` in UTF-8 to the management API. Send a route [the type in its binding](http.md#bodies), which the response's `Accept` header names.",
  },
  IDEMPOTENCY_MISMATCH: {
    from: "runtime",
    cause: "A call of the route with the same `Idempotency-Key` had another path, query or body.",
    fix: "Use a new key for a new request.",
  },
  RATE_LIMITED: {
    from: "both",
    cause:
      "There were too many calls of an endpoint (`limits.requestsPerMinute`) or of one caller (`limits` of the [policy](endpoints.md#limits-of-each-caller)), too many failed attempts to sign in, or too many open streams. The response's `RateLimit` field names the limit. Or too many [runs](runs.md#limits) of the Project, or with the same value of `concurrency`, have not ended.",
    fix: "Wait for the time in `Retry-After`. If you expect so many calls, raise the limit that the `RateLimit` field names.",
  },
  QUOTA_EXCEEDED: {
    from: "runtime",
    cause:
      "The key, the caller or the tenant has used up a [quota](endpoints.md#limits-of-each-caller) of the policy for this day or month (UTC). `details.resetsAt` and `Retry-After` say when the next period begins.",
    fix: "Wait for the next period. If you expect so many calls, raise the quota.",
  },
  INTERNAL: {
    from: "both",
    cause: "This is a fault in Ferrule. The log of the role has the cause under this request id.",
    fix: "Try again once. If it fails again, report it with the request id and the lines of the log.",
  },
  NOT_IMPLEMENTED: {
    from: "both",
    cause:
      "The body has a transfer coding other than `chunked`, such as `Transfer-Encoding: gzip, chunked`. Or the call would become a [run](runs.md) in a [preview](previews.md), which starts none.",
    fix: "To compress the body of a call, use `Content-Encoding` instead. For a run, deploy the Project.",
  },
  WORKER_UNREACHABLE: {
    from: "runtime",
    cause:
      "A worker was lost, or its connection broke, after it received the call. The Function may have run, so the gateway does not retry.",
    fix: "Look at the execution, and call again if that is safe.",
  },
  UNAVAILABLE: {
    from: "both",
    cause:
      "The database, the control plane or every worker is away, starting or stopping. Or no worker was free for a validation or test in time. Nothing was done. `/ready` says what is missing.",
    fix: "Try again after `Retry-After`. If this continues, ask `/ready` what is missing.",
  },
  TIMEOUT: {
    from: "both",
    cause:
      "A validation, test or replay took too long (more than 60 seconds in addition to the Function's own limit), or no answer came within 310 seconds. With status 408: the request itself took longer than 120 seconds to arrive.",
    fix: "Do less in one call or test, or make the Function faster. Look at its execution before you call again: it may have run. For 408, send the request faster.",
  },
  FUNCTION_ERROR: {
    from: "runtime",
    cause:
      "The Function threw something other than a `FunctionError`. The caller sees only this sentence. The execution has the message and the stack.",
    fix: "Fix the Function, or throw a `FunctionError` if the caller should know more.",
  },
  FUNCTION_TIMEOUT: {
    from: "runtime",
    cause: "The call took longer than the Function's `timeoutMs`. The execution has the status `timed_out`.",
    fix: "Pass `ctx.signal` to `fetch`, do less in one call, or raise the limit.",
  },
  FUNCTION_CPU_EXCEEDED: {
    from: "runtime",
    cause:
      "The call used more than 10 seconds of CPU time, or more than `timeoutMs` if that is less. The execution has the status `timed_out`.",
    fix: "Look for an endless loop, or do less in one call.",
  },
  FUNCTION_OUT_OF_MEMORY: {
    from: "runtime",
    cause: "The call needed more memory than the Function's `memoryMb`.",
    fix: "Process data in pieces, or raise the limit.",
  },
  FUNCTION_OUTPUT_TOO_LARGE: {
    from: "runtime",
    cause: "The Function returned more than 6 MiB.",
    fix: "Return less: a page, a summary, or a link.",
  },
  FUNCTION_CANCELLED: {
    from: "runtime",
    cause:
      "Somebody cancelled the call with `POST /api/executions/{executionId}/cancel`, its client closed the connection ([when the client leaves](http.md#when-the-client-leaves)), or the call's process was lost after the call had sent something outside.",
    fix: "Call again if that is safe.",
  },
  INPUT_INVALID: {
    from: "runtime",
    cause:
      "The arguments do not match the Function's input schema, or the same name is in two of path, query and body. `details.issues` lists up to 20 problems at once, with the allowed values if the schema lists them. The Function has not run. The execution has the status `rejected`.",
    fix: "Correct the fields that `details.issues` names, and call again. The tool's schema, or the API's OpenAPI document, says what is allowed.",
  },
  OUTPUT_INVALID: {
    from: "runtime",
    cause:
      "The Function returned a value that its output schema does not allow, or content blocks instead of the value in the schema. The execution shows the mismatch.",
    fix: "Fix the Function or the schema.",
  },
  ENDPOINT_DISABLED: {
    from: "runtime",
    cause: "Somebody has disabled this endpoint in both environments.",
    fix: "Enable it with `POST /api/runtime-endpoints/{endpointId}/enable`.",
  },
  ENDPOINT_STOPPED: {
    from: "runtime",
    cause: "Somebody has stopped this endpoint in this environment for now. The other environment goes on.",
    fix: "Try again later. Somebody of the Project resumes it with `POST /api/runtime-endpoints/{endpointId}/resume`.",
  },
  NOT_DEPLOYED: {
    from: "runtime",
    cause: "The endpoint exists, but nothing of it is deployed in this environment.",
    fix: "Deploy the Project; for Production, release a deployment.",
  },
  TOKEN_INVALID: {
    from: "runtime",
    cause:
      "Callers [sign in](sign-in.md) at this endpoint. You sent no access token, or one that has expired, was revoked, or is for another address.",
    fix: "Sign in at the place that `WWW-Authenticate` names (`resource_metadata`); its `error_description` gives the reason. A client that supports OAuth does this automatically.",
  },
  INSUFFICIENT_SCOPE: {
    from: "runtime",
    cause:
      "The tool or route needs a [scope of its own](sign-in.md#separate-permissions), which the person has not allowed.",
    fix: "Sign in again and request the scopes that `WWW-Authenticate` names.",
  },
  SIGNATURE_INVALID: {
    from: "runtime",
    cause:
      "A webhook does not have [the signature](http.md#signatures-of-webhooks) that the Function requires, or it is older than the Function allows. The execution's log gives the reason.",
    fix: "Check that the secret is the one that the sender shows, and that no proxy on the way changes the body.",
  },
  API_KEY_INVALID: {
    from: "runtime",
    cause: "You sent no key, a wrong, expired or revoked key, or the key of another endpoint or environment.",
    fix: "Send the endpoint's key as `x-api-key` or as `Authorization: Bearer`. `POST …/auth-policies/evaluate` says what a key may call.",
  },
  OVERLOADED: {
    from: "runtime",
    cause:
      "For two seconds, there was no free invocation slot in the worker, or this tenant or Function had its share of the slots, or the worker's memory was full. Or the queue was already full. Or the endpoint has used [its share of the gateway](operating.md#several-of-each). The Function has not run.",
    fix: "Try again after `Retry-After`. If this continues, add workers, or [raise the limit](operating.md#how-a-worker-shares-its-capacity) in question: `RUNTIME_CONCURRENCY`, `TENANT_CONCURRENCY`, `FUNCTION_CONCURRENCY` or `WORKER_MEMORY_MB`.",
  },
} as const satisfies Record<ErrorCode, Help & { from: Source }>;
