import type { McpBindingKind } from "@ferrule/contract/states.ts";
import { toolNameWarnings } from "@ferrule/contract/warnings/tool-text-warnings.ts";
import { SwitchField } from "../../../../components/form/fields.tsx";
import { Mono } from "../../../../components/mono.tsx";
import { Warning } from "../../../../components/warning.tsx";
import type { Endpoint } from "../../endpoint.ts";
import type { McpBinding } from "../binding.ts";
import { CallersNote } from "../callers-note.tsx";
import { useCallers } from "../use-callers.ts";

interface NameNotesProps {
  kind: McpBindingKind;
  /** The name and the URI in the form. */
  named: { toolName: string; uri?: string | null | undefined };
  binding: McpBinding | null;
  endpoint: Endpoint;
}

const lost: Record<McpBindingKind, string> = {
  tool: "Prompts, allowlists and code that use the old name stop working.",
  resource: "Clients and texts that know it by this stop working.",
  prompt: "Commands and code that use the old name stop working.",
};

/** What a name means for clients, and what a new one takes from callers. */
export function NameNotes({ kind, named: { toolName, uri }, binding, endpoint }: NameNotesProps) {
  const isRenamed = binding !== null && toolName !== binding.toolName;
  const isMoved = binding !== null && kind === "resource" && uri !== binding.uri;
  const callers = useCallers(endpoint.id, isRenamed || isMoved ? binding : null);
  const warnings = kind === "tool" ? toolNameWarnings(toolName) : [];
  return (
    <>
      {warnings.map((warning) => (
        <div key={warning} className="text-xs">
          <Warning>{warning}</Warning>
        </div>
      ))}
      {binding !== null && (isRenamed || isMoved) && (
        <div role="alert" className="grid gap-2 rounded-md border border-warn-line bg-warn-soft px-3 py-2.5">
          <p className="text-sm">
            With the next deployment{" "}
            <Mono className="font-semibold break-all">{isMoved ? binding.uri : binding.toolName}</Mono> is gone.{" "}
            {lost[kind]}
          </p>
          <CallersNote callers={callers} />
          <SwitchField name="confirmRename" label={isMoved ? "Move it anyway" : "Rename anyway"} />
        </div>
      )}
    </>
  );
}
