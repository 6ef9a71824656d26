import { runOperations } from "@ferrule/contract/operations/runs.ts";
import { useState } from "react";
import { api } from "../../api/api.ts";
import type { InputOf } from "../../api/use-operation.ts";
import { counted } from "../../components/format.ts";
import { TextField } from "../../components/form/fields.tsx";
import { FormDialog } from "../../components/form/form-dialog.tsx";
import { toast } from "../../components/overlay/toast.tsx";
import { Section } from "../../components/section.tsx";
import { notJson, readJson } from "../../components/show/read-json.ts";
import { JsonEditor } from "../../editor/json-editor.tsx";
import { environmentNames } from "../../shell/environment/environment-names.ts";
import { useEnvironment } from "../../shell/environment/environment.ts";

type Body = NonNullable<InputOf<"sendRunEvent">["body"]>;

const schema = runOperations.sendRunEvent.body.omit({ data: true });

interface SendEventProps {
  /** Only for this run, of this tenant; undefined: for every run of a tenant that waits for it. */
  run?: { id: string; tenantId: string };
  onClose: () => void;
}

/** Sends an event to the runs that wait for it. */
export function SendEvent({ run, onClose }: SendEventProps) {
  const environment = useEnvironment();
  const [text, setText] = useState("{}");
  const [problem, setProblem] = useState<string | null>(null);
  const send = async (values: Record<string, unknown>) => {
    const read = readJson(text);
    setProblem("problem" in read ? notJson(read.problem) : null);
    if ("problem" in read) return;
    const body = { ...values, environment, data: read.value, ...(run && { runId: run.id }) } as Body;
    const { woken } = await api.sendRunEvent({ body });
    toast("Sent", woken === 0 ? "No run waits for it." : `${counted(woken, "run")} waited for it and goes on.`);
    onClose();
  };
  return (
    <FormDialog
      onClose={onClose}
      title="Send an event"
      description={
        run === undefined
          ? `Wakes the runs of one tenant in ${environmentNames[environment]} that wait for it with ctx.waitFor.`
          : "Wakes this run, if it waits for it with ctx.waitFor."
      }
      submit="Send event"
      kind={environment === "production" ? "production" : "primary"}
      schema={schema}
      initial={{ environment, name: "", tenantId: run?.tenantId ?? "default" }}
      onSubmit={send}
    >
      <TextField name="name" label="Event" mono autoFocus placeholder="payment.paid" />
      {run === undefined && <TextField name="tenantId" label="Tenant" mono />}
      <Section title="Data">
        <JsonEditor label="Data as JSON" value={text} onChange={setText} height="9rem" invalid={problem !== null} />
        {problem !== null && <p className="text-xs font-medium text-bad">{problem}</p>}
      </Section>
    </FormDialog>
  );
}
