import { useOperation } from "../../../api/use-operation.ts";
import { useEnvironment } from "../../../shell/environment/environment.ts";

/** A Function's callers, where it runs, and statistics of its calls in the chosen environment. */
export const useActivity = (functionId: string) =>
  useOperation(
    "getFunctionActivity",
    { params: { functionId }, query: { environment: useEnvironment() } },
    { staleTime: 10_000 },
  );
