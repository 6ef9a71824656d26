import { useOperation } from "../../../api/use-operation.ts";
import type { CallerIssuers } from "./policy-sentence.ts";

const none: CallerIssuers = [];

/** The identity providers whose people a policy can name; none until they are known. */
export const useCallerIssuers = (): CallerIssuers => useOperation("listCallerIssuers", {}).data?.items ?? none;
