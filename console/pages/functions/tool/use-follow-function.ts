import { ifMatch } from "../../../api/if-match.ts";
import { useDisabledReason } from "../../../api/disabled-reason.ts";
import { useAction } from "../../../api/use-action.ts";
import { toast, toastError } from "../../../components/overlay/toast.tsx";
import type { BoundTool } from "./use-bound-tools.ts";

/** Makes a tool use its Function's description again; undefined for users who may not. */
export function useFollowFunction(): ((tool: BoundTool) => void) | undefined {
  const forbidden = useDisabledReason("updateMcpBinding");
  const update = useAction("updateMcpBinding", {
    onSuccess: ({ toolName }) =>
      toast(`${toolName} uses the Function's description again`, "Callers see it with the next deployment"),
    onError: toastError,
  });
  if (forbidden !== null) return undefined;
  return ({ endpoint, binding }) =>
    update.mutate({
      params: { endpointId: endpoint.id, bindingId: binding.id },
      body: { description: "" },
      headers: ifMatch(binding.revision),
    });
}
