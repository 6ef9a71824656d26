import { useEffect } from "react";
import { useOperation } from "../../api/use-operation.ts";
import { ConfirmAction } from "../../components/overlay/confirm-action.tsx";
import { toast, toastError } from "../../components/overlay/toast.tsx";
import { ChangeStatus } from "../../pages/endpoints/overview/change-status.tsx";
import { StopEndpoint } from "../../pages/endpoints/overview/stop-endpoint.tsx";
import { environmentNames } from "../environment/environment-names.ts";
import type { PaletteQuestion } from "./palette-question.ts";

interface QuestionProps {
  question: PaletteQuestion;
  onClose: () => void;
}

/** Asks about an endpoint as its own page does. If it is so already, says that and nothing else. */
function AskEndpoint({ question: { verb, found, environment }, onClose }: QuestionProps) {
  const { data, error } = useOperation("getRuntimeEndpoint", { params: { endpointId: found.id } });
  const isSo =
    data !== undefined &&
    (verb === "stop"
      ? data.policy[environment].stopped !== undefined
      : data.status === (verb === "disable" ? "disabled" : "active"));
  const state = { disable: "disabled", enable: "enabled", stop: `stopped in ${environmentNames[environment]}` }[verb];
  useEffect(() => {
    if (!isSo && error === null) return;
    if (error !== null) toastError(error);
    else toast(`${found.name} is ${state} already`);
    onClose();
    // oxlint-disable-next-line react/exhaustive-deps -- onClose is new at every render
  }, [isSo, error]);
  if (data === undefined || isSo) return null;
  return verb === "stop" ? (
    <StopEndpoint endpoint={data} environment={environment} onClose={onClose} />
  ) : (
    <ChangeStatus endpoint={data} onClose={onClose} />
  );
}

/** Asks about a cron, or about a tool, resource, prompt or route. */
function AskBinding({ question: { verb, found }, onClose }: QuestionProps) {
  const { kind, id, endpointId, name } = found;
  const enabled = verb === "enable";
  const isCron = kind === "cron";
  const [does, done] = isCron
    ? enabled
      ? ["Resume", "resumed"]
      : ["Pause", "paused"]
    : enabled
      ? ["Enable", "enabled"]
      : ["Disable", "disabled"];
  const asked = {
    onClose,
    title: `${does} the ${kind} ${name}?`,
    description: isCron
      ? enabled
        ? "It runs again at its next time."
        : "It does not run until somebody resumes it. What runs now goes on."
      : enabled
        ? "Callers have it again after the next deployment."
        : "Callers lose it with the next deployment. Nothing is deleted.",
    confirmLabel: `${does} ${kind}`,
    kind: enabled ? ("primary" as const) : ("danger" as const),
    done: [`${name} is ${done}`] as const,
  };
  if (isCron)
    return (
      <ConfirmAction
        {...asked}
        operation="updateCronBinding"
        input={{ params: { cronBindingId: id }, body: { enabled } }}
      />
    );
  const params = { endpointId: endpointId ?? "", bindingId: id };
  return kind === "route" ? (
    <ConfirmAction {...asked} operation="updateHttpBinding" input={{ params, body: { enabled } }} />
  ) : (
    <ConfirmAction {...asked} operation="updateMcpBinding" input={{ params, body: { enabled } }} />
  );
}

/** Asks before the palette disables, enables or stops something. */
export const AskPaletteQuestion = (props: QuestionProps) =>
  props.question.found.kind === "endpoint" ? <AskEndpoint {...props} /> : <AskBinding {...props} />;
