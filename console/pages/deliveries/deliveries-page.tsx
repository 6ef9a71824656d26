import { useNavigate, useSearch } from "@tanstack/react-router";
import { Inbox, Search } from "lucide-react";
import { endpointSource } from "../../api/pick-sources.ts";
import { usePages } from "../../api/use-operation.ts";
import { Button } from "../../components/button/button.tsx";
import { Filters } from "../../components/filter/filters.tsx";
import type { Filter } from "../../components/filter/filter.ts";
import { lazyPart } from "../../components/lazy-part.tsx";
import { List } from "../../components/table/list.tsx";
import { Page } from "../../components/page.tsx";
import { EmptyState } from "../../components/states.tsx";
import { environmentNames } from "../../shell/environment/environment-names.ts";
import { useEnvironment } from "../../shell/environment/environment.ts";
import { deliveryChoices } from "./delivery-badge.tsx";
import { deliveryColumns } from "./delivery-columns.tsx";
import { RedeliverDead } from "./redeliver-dead.tsx";

const DeliveriesBulk = lazyPart(() => import("./deliveries-bulk.tsx"), "DeliveriesBulk");
const DeliveryDrawer = lazyPart(() => import("./delivery-drawer.tsx"), "DeliveryDrawer");

const filters: readonly Filter[] = [
  { name: "status", label: "State", choices: deliveryChoices },
  { name: "endpointId", label: "Endpoint", pick: endpointSource },
  { name: "deliveryKey", label: "Sender's id", placeholder: "evt_1NG8Du2eZvKYlo2C" },
  { name: "requestId", label: "Request", placeholder: "The x-request-id of a response" },
];

/** Deliveries and their states. Their senders got the response before the Function ran. */
export function DeliveriesPage() {
  const { delivery, ...chosen } = useSearch({ from: "/deliveries" });
  const navigate = useNavigate({ from: "/deliveries" });
  const environment = useEnvironment();
  const place = environmentNames[environment];
  const pages = usePages(
    "listDeliveries",
    { query: { limit: 100, environment, ...chosen } },
    { refetchInterval: 5_000 },
  );
  const isFiltered = Object.values(chosen).some((value) => value !== undefined);
  const open = (id: string | undefined) => void navigate({ search: (now) => ({ ...now, delivery: id }) });
  return (
    <Page
      title="Deliveries"
      description={`Requests in ${place} that were answered at once and run later. Those that failed for good are dead until you redeliver or discard them.`}
      actions={<RedeliverDead environment={environment} endpointId={chosen.endpointId} />}
    >
      <div className="mb-3 flex flex-wrap items-center gap-2">
        <Filters
          filters={filters}
          values={{ ...chosen }}
          onChange={(change) => void navigate({ search: (now) => ({ ...now, ...change }) })}
        />
      </div>
      <List
        label="Deliveries"
        columns={deliveryColumns}
        pages={pages}
        rowKey={({ id }) => id}
        onOpen={({ id }) => open(id)}
        openKey={delivery}
        Bulk={DeliveriesBulk}
        empty={
          isFiltered ? (
            <EmptyState
              icon={Search}
              title="No deliveries match"
              action={<Button onClick={() => void navigate({ search: () => ({}) })}>Clear filters</Button>}
            >
              No delivery in {place} fits all of these filters.
            </EmptyState>
          ) : (
            <EmptyState icon={Inbox} title={`No deliveries in ${place}`}>
              Switch on “Answer at once and run later” for a route, and its requests appear here.
            </EmptyState>
          )
        }
      />
      {delivery !== undefined && <DeliveryDrawer deliveryId={delivery} onClose={() => open(undefined)} />}
    </Page>
  );
}
