import { useDisabledReason } from "../../../api/disabled-reason.ts";
import { useOperation } from "../../../api/use-operation.ts";
import { effectiveContract } from "../../functions/tool/effective-contract.ts";
import type { DraftContract } from "../../functions/tool/tool-entry.ts";

/** The input and output of a Function's draft. If no build or validation has derived them yet, it requests that now. */
export function useContract(functionId: string | undefined): {
  contract: DraftContract | null;
  slug: string;
  isOld: boolean;
} {
  const params = { functionId: functionId ?? "" };
  const { data } = useOperation("getFunction", { params }, { enabled: functionId !== undefined });
  const forbidden = useDisabledReason("validateFunction");
  const isUnknown = data !== undefined && data.derived === null;
  const validation = useOperation(
    "validateFunction",
    { params },
    { enabled: isUnknown && forbidden === null, staleTime: Infinity },
  );
  return {
    contract: data ? effectiveContract(data, {}, validation.data?.derived ?? data.derived) : null,
    slug: data?.slug ?? "",
    isOld: validation.isFetching,
  };
}
