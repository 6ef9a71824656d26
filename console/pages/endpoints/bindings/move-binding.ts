import { pickFields } from "@ferrule/contract/resource-fields.ts";
import { newHttpBinding, newMcpBinding } from "@ferrule/contract/resources/binding.ts";
import { bareApi } from "../../../api/api.ts";
import { ifMatch } from "../../../api/if-match.ts";
import type { Binding } from "./binding.ts";

/**
 * Offers a binding on another endpoint of the same kind, and no longer on its own. Nothing is lost if the other endpoint refuses it.
 * @throws ApiError
 */
export async function moveBinding(binding: Binding, endpointId: string): Promise<void> {
  const own = { params: { endpointId: binding.endpointId, bindingId: binding.id }, headers: ifMatch(binding.revision) };
  if ("toolName" in binding) {
    // A list leaves the kept content out.
    const { content = null, ...whole } = await bareApi.getMcpBinding({ params: own.params });
    await bareApi.createMcpBinding({ params: { endpointId }, body: pickFields(newMcpBinding, { ...whole, content }) });
    await bareApi.deleteMcpBinding(own);
  } else {
    await bareApi.createHttpBinding({ params: { endpointId }, body: pickFields(newHttpBinding, binding) });
    await bareApi.deleteHttpBinding(own);
  }
}
