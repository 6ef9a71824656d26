import { maskMarker } from "@ferrule/contract/warnings/sensitive-names.ts";
import { useMemo } from "react";
import { useOperation } from "../../../api/use-operation.ts";
import type { RunAsValues } from "./run-as.tsx";

interface Replayed {
  /** Undefined while loading. */
  input: unknown;
  as: Partial<RunAsValues> | null;
  /** A note about it; null without a replay. */
  note: string | null;
}

/** The input of an execution, for a replay; reports parts that the record has masked or cut. */
export function useReplayedInput(executionId: string | undefined): Replayed {
  const { data, error } = useOperation(
    "getExecution",
    { params: { executionId: executionId ?? "" } },
    { enabled: executionId !== undefined, staleTime: Infinity },
  );
  return useMemo(() => {
    if (executionId === undefined) return { input: undefined, as: null, note: null };
    if (data === undefined)
      return {
        input: undefined,
        as: null,
        note: error ? `Could not load the input: ${error.message}` : "Loading input",
      };
    const text = JSON.stringify(data.input ?? {});
    const isWhole = !text.includes(maskMarker) && !text.includes('"$truncated":true');
    const note = `The input of ${data.functionName} from ${data.source === "test" ? "a test" : `a ${data.source} call`}.`;
    return {
      input: data.input ?? {},
      as: { tenantId: data.tenantId },
      note: isWhole ? note : `${note} Parts of it were masked or cut when it was recorded. Fill them in.`,
    };
  }, [executionId, data, error]);
}
