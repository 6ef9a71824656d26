import { Link, useParams } from "@tanstack/react-router";
import { Ban, OctagonX, Pencil, Play, Trash2 } from "lucide-react";
import { useEffect, useState } from "react";
import { lazyPart } from "../../components/lazy-part.tsx";
import { useDisabledReason } from "../../api/disabled-reason.ts";
import { useOperation } from "../../api/use-operation.ts";
import { Badge } from "../../components/badge.tsx";
import { Button } from "../../components/button/button.tsx";
import { Mono } from "../../components/mono.tsx";
import { ErrorNote } from "../../components/show/error-note.tsx";
import { Page } from "../../components/page.tsx";
import { useShortcuts } from "../../components/keyboard/shortcuts.ts";
import { Skeleton } from "../../components/states.tsx";
import { Tabs, type Tab } from "../../components/tabs.tsx";
import { useEnvironment } from "../../shell/environment/environment.ts";
import { heldKeys } from "./connect/held-keys.ts";
import { type Endpoint, kindNames } from "./endpoint.ts";
import { EndpointState } from "./endpoint-state.tsx";
import { StoppedNotes } from "./overview/stopped-notes.tsx";
import { OverviewTab } from "./overview/overview-tab.tsx";
import type { EndpointTab } from "./search.ts";
import { useEndpointSearch } from "./use-endpoint-search.ts";

const waiting = (
  <div role="status" aria-label="Loading" className="grid gap-3">
    <Skeleton className="h-10" />
    <Skeleton className="h-80" />
  </div>
);

const ConnectTab = lazyPart(() => import("./connect/connect-tab.tsx"), "ConnectTab", waiting);
const TryTab = lazyPart(() => import("./try/try-tab.tsx"), "TryTab", waiting);
const BindingsTab = lazyPart(() => import("./bindings/bindings-tab.tsx"), "BindingsTab", waiting);
const AccessTab = lazyPart(() => import("./access/access-tab.tsx"), "AccessTab", waiting);
const DiscoveryTab = lazyPart(() => import("./discovery/discovery-tab.tsx"), "DiscoveryTab", waiting);
const ManifestTab = lazyPart(() => import("./manifest/manifest-tab.tsx"), "ManifestTab", waiting);
const EditEndpoint = lazyPart(() => import("./overview/edit-endpoint.tsx"), "EditEndpoint");
const DeleteEndpoint = lazyPart(() => import("./overview/delete-endpoint.tsx"), "DeleteEndpoint");
const ChangeStatus = lazyPart(() => import("./overview/change-status.tsx"), "ChangeStatus");

const StopEndpoint = lazyPart(() => import("./overview/stop-endpoint.tsx"), "StopEndpoint");

const above = <Link to="/endpoints">Endpoints</Link>;

/** One endpoint: addresses, client setup, a try-it, bindings, who may call, and the whole as a document. */
export function EndpointPage() {
  const { endpointId } = useParams({ from: "/endpoints/$endpointId" });
  const { data, error, refetch } = useOperation("getRuntimeEndpoint", { params: { endpointId } });
  if (data) return <Loaded key={data.id} endpoint={data} />;
  return (
    <Page title="Endpoint" above={above}>
      {error ? (
        <ErrorNote error={error} onRetry={() => void refetch()} />
      ) : (
        <div role="status" aria-label="Loading the endpoint" className="grid gap-4">
          <Skeleton className="h-9" />
          <div className="grid grid-cols-1 gap-4 lg:grid-cols-2">
            <Skeleton className="h-56" />
            <Skeleton className="h-56" />
          </div>
          <Skeleton className="h-72" />
        </div>
      )}
    </Page>
  );
}

const tabsOf = (endpoint: Endpoint): Tab<EndpointTab>[] => {
  const isMcp = endpoint.kind === "mcp";
  return [
    { value: "overview", label: "Overview", content: <OverviewTab endpoint={endpoint} /> },
    {
      value: "connect",
      label: isMcp ? "Connect a client" : "Call it",
      content: <ConnectTab endpoint={endpoint} />,
    },
    { value: "try", label: "Try it", content: <TryTab endpoint={endpoint} /> },
    { value: "bindings", label: isMcp ? "Bindings" : "Routes", content: <BindingsTab endpoint={endpoint} /> },
    { value: "access", label: "Access", content: <AccessTab endpoint={endpoint} /> },
    { value: "discovery", label: "Discovery", content: <DiscoveryTab endpoint={endpoint} /> },
    { value: "manifest", label: "Manifest", content: <ManifestTab endpoint={endpoint} /> },
  ];
};

/** Edits the endpoint, enables, disables or stops it, or deletes it. */
function Actions({ endpoint }: { endpoint: Endpoint }) {
  const [search, change] = useEndpointSearch();
  const [asked, setAsked] = useState<"status" | "stop" | "delete" | null>(null);
  const isDisabled = endpoint.status === "disabled";
  const statusForbidden = useDisabledReason(isDisabled ? "enableRuntimeEndpoint" : "disableRuntimeEndpoint");
  const environment = useEnvironment();
  const stopForbidden = useDisabledReason("stopRuntimeEndpoint", environment);
  const isStopped = endpoint.policy[environment].stopped !== undefined;
  const editForbidden = useDisabledReason("updateRuntimeEndpoint");
  const deleteForbidden = useDisabledReason("deleteRuntimeEndpoint");
  const edit = () => change({ edit: "endpoint" });
  useShortcuts([{ keys: "e", does: "Edit the endpoint", run: () => editForbidden === null && edit() }]);
  return (
    <>
      <Button icon={Pencil} disabledReason={editForbidden} onClick={edit}>
        Edit
      </Button>
      <Button
        icon={isDisabled ? Play : Ban}
        kind={isDisabled ? "primary" : "secondary"}
        disabledReason={statusForbidden}
        onClick={() => setAsked("status")}
      >
        {isDisabled ? "Enable" : "Disable"}
      </Button>
      <Button
        icon={OctagonX}
        disabledReason={stopForbidden ?? (isStopped ? "It is stopped already." : null)}
        onClick={() => setAsked("stop")}
      >
        Emergency stop
      </Button>
      <Button icon={Trash2} disabledReason={deleteForbidden} onClick={() => setAsked("delete")}>
        Delete
      </Button>
      {search.edit === "endpoint" && (
        <EditEndpoint endpoint={endpoint} onClose={() => change({ edit: undefined }, { replace: true })} />
      )}
      {asked === "delete" && <DeleteEndpoint endpoint={endpoint} onClose={() => setAsked(null)} />}
      {asked === "stop" && (
        <StopEndpoint endpoint={endpoint} environment={environment} onClose={() => setAsked(null)} />
      )}
      {asked === "status" && <ChangeStatus endpoint={endpoint} onClose={() => setAsked(null)} />}
    </>
  );
}

function Loaded({ endpoint }: { endpoint: Endpoint }) {
  const [{ tab = "overview" }, change] = useEndpointSearch();
  const open = (next: EndpointTab) => change({ tab: next === "overview" ? undefined : next });
  // A key is shown only once: leaving the page drops it.
  useEffect(() => () => heldKeys.drop(), []);
  useShortcuts([
    { keys: "t", does: "Try it", run: () => open("try") },
    { keys: "b", does: "Bindings", run: () => open("bindings") },
  ]);
  return (
    <Page
      title={endpoint.name}
      heading={
        <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <span className="min-w-0 break-words">{endpoint.name}</span>
          <Badge>{kindNames[endpoint.kind]}</Badge>
          <EndpointState status={endpoint.status} />
          <Mono className="font-normal text-muted">{endpoint.slug}</Mono>
        </span>
      }
      above={above}
      {...(endpoint.description === "" ? {} : { description: endpoint.description })}
      actions={<Actions endpoint={endpoint} />}
    >
      {endpoint.status === "disabled" && (
        <p
          role="status"
          className="mb-4 flex items-center gap-2 rounded-md border border-warn-line bg-warn-soft px-3 py-2 text-sm"
        >
          <Ban aria-hidden size={15} className="shrink-0 text-warn" />
          Every call gets 403 in both environments until you enable the endpoint again.
        </p>
      )}
      <StoppedNotes endpoint={endpoint} />
      <Tabs label="Parts of the endpoint" tabs={tabsOf(endpoint)} value={tab} onChange={open} />
    </Page>
  );
}
