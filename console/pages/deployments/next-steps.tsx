import { Link } from "@tanstack/react-router";
import { FlaskConical, Plug } from "lucide-react";
import { useOperation, type AnswerOf } from "../../api/use-operation.ts";
import { buttonClass } from "../../components/button/button-class.ts";
import { TargetName } from "../../components/show/target-name.tsx";
import { environmentNames } from "../../shell/environment/environment-names.ts";

/** How many to suggest. */
const shown = 3;

/** Shown after a deployment: suggests trying the changes and connecting a client. */
export function NextSteps({ deployment: { id, target, active } }: { deployment: AnswerOf<"getDeployment"> }) {
  const { data } = useOperation(
    "getDeploymentOffers",
    { params: { projectDeploymentId: id } },
    { enabled: active, staleTime: Infinity },
  );
  const offers = data?.offers ?? [];
  const changed = offers.filter((one) => one.changed);
  const tried = (changed.length > 0 ? changed : offers).slice(0, shown);
  const [first] = tried;
  if (!active || first === undefined) return null;
  const environment = target === "production" ? ({ environment: "production" } as const) : {};
  return (
    <section
      aria-label="Next steps"
      className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-md border border-good-line bg-good-soft px-3 py-2 text-sm"
    >
      <p className="min-w-0 flex-1 basis-64">
        <span className="font-medium text-good">Live in {environmentNames[target]}.</span>{" "}
        {changed.length > 0 ? "Call what changed:" : "Call it:"}
      </p>
      <div className="flex min-w-0 flex-wrap gap-2">
        {tried.map(({ endpointId, name }) => (
          <Link
            key={`${endpointId} ${name}`}
            to="/endpoints/$endpointId"
            params={{ endpointId }}
            search={{ ...environment, tab: "try", target: name }}
            className={`${buttonClass("secondary", "sm")} max-w-full min-w-0 shrink!`}
          >
            <FlaskConical aria-hidden size={14} className="shrink-0" />
            Try it:
            <TargetName target={name} />
          </Link>
        ))}
        <Link
          to="/endpoints/$endpointId"
          params={{ endpointId: first.endpointId }}
          search={{ ...environment, tab: "connect" }}
          className={buttonClass("secondary", "sm")}
        >
          <Plug aria-hidden size={14} />
          Connect a client
        </Link>
      </div>
    </section>
  );
}
