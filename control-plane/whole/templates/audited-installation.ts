import type { Installation } from "@ferrule/contract/resources/template.ts";
import type { AuditTarget } from "../../ground/handler/handler.ts";
import type { Template } from "./template.ts";

/** What an audit event says about an installation: everything that it created. */
export const auditedInstallation = (
  { id, name }: Template,
  { created }: Installation,
  endpointId: string | null = null,
): AuditTarget => ({ kind: "template", id, name, changes: { endpointId, created } });
