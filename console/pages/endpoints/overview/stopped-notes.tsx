import { environments, type Environment } from "@ferrule/contract/states.ts";
import { OctagonX, Play } from "lucide-react";
import { useDisabledReason } from "../../../api/disabled-reason.ts";
import { useAction } from "../../../api/use-action.ts";
import { Button } from "../../../components/button/button.tsx";
import { toast, toastError } from "../../../components/overlay/toast.tsx";
import { Time } from "../../../components/time.tsx";
import { environmentNames } from "../../../shell/environment/environment-names.ts";
import type { Endpoint } from "../endpoint.ts";

function StoppedNote({ endpoint, environment }: { endpoint: Endpoint; environment: Environment }) {
  const forbidden = useDisabledReason("resumeRuntimeEndpoint", environment);
  const place = environmentNames[environment];
  const resume = useAction("resumeRuntimeEndpoint", {
    onSuccess: () => toast(`${endpoint.name} takes calls in ${place} again`),
    onError: toastError,
  });
  const { stopped } = endpoint.policy[environment];
  if (stopped === undefined) return null;
  return (
    <div
      role="status"
      className="mb-4 flex flex-wrap items-center gap-2 rounded-md border border-bad-line bg-bad-soft px-3 py-2 text-sm"
    >
      <OctagonX aria-hidden size={15} className="shrink-0 text-bad" />
      <p className="min-w-0 flex-1 break-words">
        <strong className="font-semibold">Stopped in {place}.</strong> Every call gets 503 since{" "}
        <Time at={stopped.at} />, by {stopped.by}
        {stopped.reason === "" ? "." : `: ${stopped.reason}`}
      </p>
      <Button
        size="sm"
        icon={Play}
        busy={resume.isPending}
        disabledReason={forbidden}
        onClick={() => resume.mutate({ params: { endpointId: endpoint.id }, body: { environment } })}
      >
        Resume {place}
      </Button>
    </div>
  );
}

/** Says where the endpoint is stopped, and resumes it. */
export const StoppedNotes = ({ endpoint }: { endpoint: Endpoint }) =>
  environments.map((environment) => <StoppedNote key={environment} endpoint={endpoint} environment={environment} />);
