import { useEffect, useState } from "react";
import { useOperation, type AnswerOf } from "../../api/use-operation.ts";
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

interface LoadedProps extends QuestionProps {
  endpoint: AnswerOf<"getRuntimeEndpoint">;
}

/** Whether the endpoint is already as it shall be. */
const isSo = ({ question: { verb, environment }, endpoint: { status, policy } }: LoadedProps): boolean =>
  verb === "stop" ? policy[environment].stopped !== undefined : status === (verb === "disable" ? "disabled" : "active");

/** Asks about an endpoint as its own page does. If it is so already, it says that and nothing else. */
function AskLoadedEndpoint(props: LoadedProps) {
  const { question, endpoint, onClose } = props;
  const { verb, found, environment } = question;
  const [wasSo] = useState(() => isSo(props));
  useEffect(() => {
    if (!wasSo) return;
    const state = { disable: "disabled", enable: "enabled", stop: `stopped in ${environmentNames[environment]}` };
    toast(`${found.name} is ${state[verb]} already`);
    onClose();
    // oxlint-disable-next-line react/exhaustive-deps -- once, for what was so when it was asked
  }, []);
  if (wasSo) return null;
  return verb === "stop" ? (
    <StopEndpoint endpoint={endpoint} environment={environment} onClose={onClose} />
  ) : (
    <ChangeStatus endpoint={endpoint} onClose={onClose} />
  );
}

function AskEndpoint(props: QuestionProps) {
  const { question, onClose } = props;
  const { data, error } = useOperation("getRuntimeEndpoint", { params: { endpointId: question.found.id } });
  useEffect(() => {
    if (error === null) return;
    toastError(error);
    onClose();
    // oxlint-disable-next-line react/exhaustive-deps -- onClose is new at every render
  }, [error]);
  return data && <AskLoadedEndpoint {...props} endpoint={data} />;
}

const words = {
  cron: {
    enable: ["Resume", "resumed", "It runs again at its next time."],
    disable: ["Pause", "paused", "It does not run until somebody resumes it. What runs now goes on."],
  },
  binding: {
    enable: ["Enable", "enabled", "Callers have it again after the next deployment."],
    disable: ["Disable", "disabled", "Callers lose it with the next deployment. Nothing is deleted."],
  },
} as const;

/** Asks about a cron, or about a tool, resource, prompt or route. */
function AskBinding({ question: { verb, found }, onClose }: QuestionProps) {
  const { kind, id, endpointId, name } = found;
  const enabled = verb === "enable";
  const [does, done, description] = words[kind === "cron" ? "cron" : "binding"][enabled ? "enable" : "disable"];
  const asked = {
    onClose,
    title: `${does} the ${kind} ${name}?`,
    description,
    confirmLabel: `${does} ${kind}`,
    kind: enabled ? ("primary" as const) : ("danger" as const),
    done: [`${name} is ${done}`] as const,
  };
  const body = { enabled };
  if (kind === "cron")
    return <ConfirmAction {...asked} operation="updateCronBinding" input={{ params: { cronBindingId: id }, body }} />;
  const params = { endpointId: endpointId ?? "", bindingId: id };
  return kind === "route" ? (
    <ConfirmAction {...asked} operation="updateHttpBinding" input={{ params, body }} />
  ) : (
    <ConfirmAction {...asked} operation="updateMcpBinding" input={{ params, body }} />
  );
}

/** Asks before the palette disables, enables or stops something. */
export const AskPaletteQuestion = (props: QuestionProps) =>
  props.question.found.kind === "endpoint" ? <AskEndpoint {...props} /> : <AskBinding {...props} />;
