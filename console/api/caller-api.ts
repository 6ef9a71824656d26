import type { AnyInput } from "@ferrule/contract/call-operation.ts";
import type { Answer } from "@ferrule/contract/operation.ts";
import { callerOperations } from "@ferrule/contract/operations/callers.ts";
import { callFront } from "./front-api.ts";

type Name = keyof typeof callerOperations;

/** The operations for people without an account here. Their cookie identifies them. */
export const callAsCaller = <N extends Name>(
  name: N,
  input: AnyInput = {},
): Promise<Answer<(typeof callerOperations)[N]>> =>
  callFront(callerOperations[name], input) as Promise<Answer<(typeof callerOperations)[N]>>;
