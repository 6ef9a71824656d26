import { useOperation } from "../../../../api/use-operation.ts";
import type { CallerIssuers } from "../policy-sentence.ts";

const none: CallerIssuers = [];

/** The identity providers whose people a policy can name; empty while loading. */
export const useCallerIssuers = (): CallerIssuers => useOperation("listCallerIssuers", {}).data?.items ?? none;
