import { Plus, TriangleAlert } from "lucide-react";
import { Button } from "../../components/button/button.tsx";
import { Link } from "@tanstack/react-router";
import { Fragment } from "react";
import { useDisabledReason } from "../../api/disabled-reason.ts";
import { useOperation } from "../../api/use-operation.ts";
import { count } from "../../components/format.ts";
import { Mono } from "../../components/mono.tsx";
import { environmentNames } from "../../shell/environment/environment-names.ts";
import { useEnvironment } from "../../shell/environment/environment.ts";

/** Names that Functions need but this environment lacks, each with a way to create it. Nothing if none is missing. */
export function MissingSecrets({ onCreate }: { onCreate: (name: string) => void }) {
  const environment = useEnvironment();
  const { data } = useOperation("listMissingSecrets", { query: { environment } });
  const forbidden = useDisabledReason("createSecret", environment);
  if (data === undefined || data.items.length === 0) return null;
  return (
    <section aria-labelledby="missing" className="mb-4 rounded-lg border border-warn-line bg-warn-soft">
      <h2 id="missing" className="flex items-center gap-2 px-4 pt-3 text-sm font-semibold text-warn">
        <TriangleAlert aria-hidden size={15} />
        Needed, but missing in {environmentNames[environment]}
      </h2>
      <p className="px-4 pb-2 text-xs text-muted">Calls that need one of these fail until you create it.</p>
      <ul>
        {data.items.map(({ name, functions, askedBy, verifiedBy }) => (
          <li
            key={name}
            className="flex flex-wrap items-center gap-x-3 gap-y-1 border-t border-warn-line px-4 py-2 text-sm"
          >
            <Mono className="font-medium">{name}</Mono>
            <span className="min-w-0 flex-1 text-xs text-muted">
              {askedBy.length > 0 && "for "}
              {askedBy.map((asking, index) => (
                <Fragment key={asking.id}>
                  {index > 0 && ", "}
                  <Link to="/functions/$functionId" params={{ functionId: asking.id }} className="hover:underline">
                    {asking.name}
                  </Link>
                </Fragment>
              ))}
              {functions > askedBy.length && ` and ${count(functions - askedBy.length)} more`}
              {askedBy.length > 0 && verifiedBy.length > 0 && ", and "}
              {verifiedBy.length > 0 && "for the signatures of "}
              {verifiedBy.map((endpoint, index) => (
                <Fragment key={endpoint.id}>
                  {index > 0 && ", "}
                  <Link to="/endpoints/$endpointId" params={{ endpointId: endpoint.id }} className="hover:underline">
                    {endpoint.name}
                  </Link>
                </Fragment>
              ))}
            </span>
            <Button size="sm" icon={Plus} disabledReason={forbidden} onClick={() => onCreate(name)}>
              Create <span className="quiet">{name}</span>
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
