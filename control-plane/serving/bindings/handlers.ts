import type { Handlers } from "../../ground/handler/handler.ts";
import { createHttpBinding } from "./create-http-binding.ts";
import { createMcpBinding } from "./create-mcp-binding.ts";
import { deleteHttpBinding } from "./delete-http-binding.ts";
import { deleteMcpBinding } from "./delete-mcp-binding.ts";
import { listHttpBindings } from "./list-http-bindings.ts";
import { listMcpBindings } from "./list-mcp-bindings.ts";
import { updateHttpBinding } from "./update-http-binding.ts";
import { updateMcpBinding } from "./update-mcp-binding.ts";
import { getMcpBinding } from "./get-mcp-binding.ts";
import { getHttpBinding } from "./get-http-binding.ts";

export const bindingHandlers = {
  listMcpBindings,
  createMcpBinding,
  updateMcpBinding,
  deleteMcpBinding,
  listHttpBindings,
  createHttpBinding,
  updateHttpBinding,
  deleteHttpBinding,
  getMcpBinding,
  getHttpBinding,
} satisfies Partial<Handlers>;
