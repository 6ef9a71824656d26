import { X } from "lucide-react";
import { useOperation } from "../../../api/use-operation.ts";
import { Button } from "../../../components/button/button.tsx";
import { Mono } from "../../../components/mono.tsx";
import { TrafficOf } from "../../traffic/traffic-of.tsx";
import { bindingKinds, bindingName } from "../bindings/binding.ts";
import type { Endpoint } from "../endpoint.ts";
import { useEndpointSearch } from "../use-endpoint-search.ts";

/** Calls over time of an endpoint, or of the one of its bindings that the URL names. */
export function EndpointTraffic({ endpoint }: { endpoint: Endpoint }) {
  const [search, change] = useEndpointSearch();
  const { of } = search;
  const one = { params: { endpointId: endpoint.id }, query: { ids: of ?? "", limit: 1 } };
  const { data } = useOperation(bindingKinds[endpoint.kind].list, one, { enabled: of !== undefined });
  const [binding] = data?.items ?? [];
  return (
    <TrafficOf
      key={of}
      filter={of === undefined ? { endpointId: endpoint.id } : { bindingId: of }}
      search={search}
      onChange={(changed) => change(changed, { replace: true })}
    >
      {of !== undefined && (
        <span className="flex min-w-0 items-center gap-2 text-sm">
          <span>
            of <Mono>{binding === undefined ? of : bindingName(binding)}</Mono>
          </span>
          <Button size="sm" icon={X} onClick={() => change({ of: undefined }, { replace: true })}>
            Show the whole endpoint
          </Button>
        </span>
      )}
    </TrafficOf>
  );
}
