import type { z, ZodObject, ZodType } from "zod";
import type { ErrorCode } from "./errors.ts";
import type { Environment, Role } from "./states.ts";

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/**
 * One management operation as data. Routes, validation, the typed client, the OpenAPI document and the tests in
 * `acceptance/rules.test.ts` derive from it.
 */
export interface Operation {
  method: Method;
  /** Express-style: `/api/projects/:projectId`. */
  path: `/api/${string}`;
  /** A fragment of at most 60 characters. */
  summary: string;
  /** Sentences that say what the summary leaves out. */
  description?: string;
  tag: string;
  /** `project` needs an active Project in the session; the handler can see only its rows. */
  scope: "installation" | "project";
  /** `public` needs no session; `any` allows every signed-in role; otherwise only the listed roles (403 for others). */
  roles: "public" | "any" | readonly Role[];
  /** The second role check, for operations whose roles depend on the environment. */
  rolesIn?: Partial<Record<Environment, readonly Role[]>>;
  params?: ZodObject;
  query?: ZodObject;
  body?: ZodType;
  /** The media type of a body that the handler streams, in place of `body`. The handler limits it. */
  stream?: MediaType;
  /** The largest accepted body; default: 2 MiB. */
  bodyLimitBytes?: number;
  /** The response's body; null if there is none (204). */
  response: ZodType | null;
  status: 200 | 201 | 202 | 204;
  /** Error codes beyond those that other parts of the declaration imply. */
  errors?: readonly ErrorCode[];
  /** The action of the one audit event written in the same transaction; null for none. */
  audit: string | null;
  /** It only reads, although its method is not GET. So it is allowed in an archived Project, too. */
  reads?: true;
  /**
   * For a change in a Project: whether a Project that git manages refuses it (409 `INVALID_STATE`). Such a Project
   * refuses every edit of its source except a push.
   */
  whenManaged?: "refused" | "allowed";
  /** Only one such mutation runs in a Project at a time, and no other one beside it. */
  alone?: true;
  /** Honours `If-Match` with the resource's revision (412 `REVISION_CONFLICT`). */
  ifMatch?: true;
  /** Honours `Idempotency-Key` for 24 h. */
  idempotent?: true;
  /**
   * `handler`: the handler waits for something outside the database (a worker, a password hash), so it opens its own
   * short transactions through `context.transaction`; otherwise the pipeline runs the whole handler in one.
   */
  transaction?: "handler";
  /** API tokens may not call it, because it manages tokens, passwords, sessions or users. */
  tokens?: false;
  /** Works for a user who must change their password first. All other operations return 403 until then. */
  beforePasswordChange?: true;
  /**
   * The response is the same for everybody while the process runs. It has an ETag, so a client that already has it gets
   * 304.
   */
  prepared?: true;
  /** The response's media types, if it is not JSON or `Accept` may request an alternative. */
  alternative?: MediaType | readonly MediaType[];
}

/** Media types of responses besides JSON. */
export type MediaType = "text/event-stream" | "text/plain" | "text/csv" | "application/x-ndjson";

/** The media types that an operation may respond with besides JSON. */
export const alternativesOf = ({ alternative = [] }: Pick<Operation, "alternative">): readonly MediaType[] =>
  typeof alternative === "string" ? [alternative] : alternative;

/** The parts of a request, for an operation or any other route that is declared as data. */
export type Parts = Pick<Operation, "params" | "query" | "body">;

type Output<T> = T extends ZodType ? z.output<T> : undefined;
type Input<T> = T extends ZodType ? z.input<T> : undefined;

/** The arguments of a handler: the validated parts of the request. */
export interface Validated<O extends Parts> {
  params: Output<O["params"]>;
  query: Output<O["query"]>;
  body: Output<O["body"]>;
}

/** The arguments that a caller passes. */
export interface Given<O extends Parts> {
  params: Input<O["params"]>;
  query: Input<O["query"]>;
  body: Input<O["body"]>;
}

/** The response's body as the caller reads it. */
export type Answer<O extends Pick<Operation, "response">> = O["response"] extends ZodType
  ? z.output<O["response"]>
  : undefined;

/** Mutations are the methods that need CSRF protection from a browser session. */
export const isMutation = (entry: Pick<Operation, "method">): boolean => entry.method !== "GET";

/** Every error code that an operation can return: the declared ones, and those that its other declarations imply. */
export function errorsOf(entry: Operation): ErrorCode[] {
  const codes = new Set<ErrorCode>(["INTERNAL", "UNAVAILABLE", "RATE_LIMITED", ...(entry.errors ?? [])]);
  if (entry.roles !== "public") {
    codes.add("UNAUTHENTICATED").add("SESSION_EXPIRED").add("ACCOUNT_DISABLED").add("FORBIDDEN");
    if (!entry.beforePasswordChange) codes.add("PASSWORD_CHANGE_REQUIRED");
  }
  if (isMutation(entry)) codes.add("CSRF_INVALID");
  if (entry.scope === "project") codes.add("PROJECT_NOT_SELECTED");
  if (entry.scope === "project" && isMutation(entry)) {
    codes.add("PROJECT_MISMATCH");
    if (!entry.reads) codes.add("PROJECT_ARCHIVED");
  }
  if (entry.whenManaged === "refused") codes.add("INVALID_STATE");
  codes.add("VALIDATION_ERROR");
  // This applies even if the declaration has no body, because we read any body.
  if (isMutation(entry)) codes.add("MALFORMED_JSON").add("PAYLOAD_TOO_LARGE").add("UNSUPPORTED_MEDIA_TYPE");
  if (entry.params) codes.add("NOT_FOUND");
  if (entry.ifMatch) codes.add("REVISION_CONFLICT");
  if (entry.idempotent) codes.add("IDEMPOTENCY_CONFLICT");
  return [...codes];
}
