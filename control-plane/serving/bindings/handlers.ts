export { createHttpBinding } from "./create-http-binding.ts";
export { createMcpBinding } from "./create-mcp-binding.ts";
export { deleteHttpBinding } from "./delete-http-binding.ts";
export { deleteMcpBinding } from "./delete-mcp-binding.ts";
export { getKeptContent } from "./get-kept-content.ts";
export { updateHttpBinding } from "./update-http-binding.ts";
export { updateMcpBinding } from "./update-mcp-binding.ts";
export { listHttpBindings, listMcpBindings, getHttpBinding, getMcpBinding } from "./reads.ts";
