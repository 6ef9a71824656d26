import type { AnyInput } from "@ferrule/contract/call-operation.ts";
import type { Answer } from "@ferrule/contract/operation.ts";
import { callerOperations } from "@ferrule/contract/operations/callers.ts";
import { callFront } from "./front-api.ts";

type Name = keyof typeof callerOperations;

/** What people do who have no account here. Their cookie says who they are. */
export const callAsCaller = <N extends Name>(
  name: N,
  input: AnyInput = {},
): Promise<Answer<(typeof callerOperations)[N]>> =>
  callFront(callerOperations[name], input) as Promise<Answer<(typeof callerOperations)[N]>>;
