import { createCaller } from "@ferrule/contract/call-operation.ts";
import type { Answer } from "@ferrule/contract/operation.ts";
import { sessionOperations } from "@ferrule/contract/operations/session.ts";
import type { Operations } from "@ferrule/contract/operations.ts";
import { sendNoticingLoss } from "./connection.ts";

const ignore = () => undefined;
/** Sends a request without the CSRF token and Project of a session. */
export const callFront = createCaller({
  baseUrl: "",
  fetch: ((input: string, init?: RequestInit) => sendNoticingLoss(ignore, input, init)) as typeof fetch,
});

type Name =
  | "login"
  | "loginWithLink"
  | "getSession"
  | "getSignInOptions"
  | "beginProviderSignIn"
  | "completeProviderSignIn";
type BodyOf<N extends Name> = Operations[N] extends { body: infer Body extends { _zod: { input: unknown } } }
  ? Body["_zod"]["input"]
  : undefined;

/**
 * The few operations that work without a session. The sign-in page uses these instead of `api`, which would load the
 * whole operation table and the query cache.
 */
export const callBeforeSession = <N extends Name>(
  name: N,
  body?: BodyOf<N>,
  params: Record<string, string> = {},
): Promise<Answer<Operations[N]>> =>
  callFront(sessionOperations[name], { body, params }) as Promise<Answer<Operations[N]>>;
