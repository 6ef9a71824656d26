import type { ReactNode } from "react";
import type { BindingFormGiven } from "../binding-form.tsx";
import type { McpBinding } from "../binding.ts";

/** The props of a form for one kind of what MCP Endpoints offer; `above` chooses the kind of a new one. */
export interface McpFormGiven extends BindingFormGiven<McpBinding> {
  above?: ReactNode;
}
