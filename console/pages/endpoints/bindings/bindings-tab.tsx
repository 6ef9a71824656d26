import { Link } from "@tanstack/react-router";
import { Pencil, Plus, Route as RouteIcon, Trash2, TriangleAlert, Wrench } from "lucide-react";
import { Suspense, useState, type ReactNode } from "react";
import { lazyPart } from "../../../components/lazy-part.ts";
import { useDisabledReason } from "../../../api/disabled-reason.ts";
import { useOperation, usePages } from "../../../api/use-operation.ts";
import { Badge } from "../../../components/badge.tsx";
import { Button, IconButton } from "../../../components/button/button.tsx";
import { FunctionName } from "../../../components/function-name.tsx";
import { LinkButton } from "../../../components/button/link-button.tsx";
import { List } from "../../../components/table/list.tsx";
import { SearchBox } from "../../../components/filter/search-box.tsx";
import { useShortcuts } from "../../../components/shortcuts.ts";
import { EmptyState } from "../../../components/states.tsx";
import type { Column } from "../../../components/table/table-column.ts";
import { Tooltip } from "../../../components/tooltip.tsx";
import { useSettled } from "../../../components/use-settled.ts";
import { routeName, useServed } from "../discovery/use-served.ts";
import type { Endpoint } from "../endpoint.ts";
import { useEndpointSearch } from "../use-endpoint-search.ts";
import type { Removed } from "./delete-binding.tsx";
import type { HttpBinding } from "./http-binding-form.tsx";
import type { McpBinding } from "./mcp-binding-form.tsx";

const McpBindingForm = lazyPart(async () => ({ default: (await import("./mcp-binding-form.tsx")).McpBindingForm }));
const HttpBindingForm = lazyPart(async () => ({ default: (await import("./http-binding-form.tsx")).HttpBindingForm }));
const DeleteBinding = lazyPart(async () => ({ default: (await import("./delete-binding.tsx")).DeleteBinding }));

type Binding = McpBinding | HttpBinding;
const nameOf = (binding: Binding) => ("toolName" in binding ? binding.toolName : routeName(binding));

/** The names that each environment serves; undefined until they are known. */
function useServedNames(endpoint: Endpoint) {
  const development = useServed(endpoint, "development");
  const production = useServed(endpoint, "production");
  const namesOf = ({ tools, routes }: ReturnType<typeof useServed>) =>
    tools && routes && new Set([...tools.map(({ name }) => name), ...routes.map(routeName)]);
  return { development: namesOf(development), production: namesOf(production) };
}

type ServedNames = ReturnType<typeof useServedNames>;

function BindingName({ endpoint, binding }: { endpoint: Endpoint; binding: Binding }) {
  return (
    <span className="flex items-center gap-2">
      <Link
        to="/endpoints/$endpointId"
        params={{ endpointId: endpoint.id }}
        search={(now: object) => ({ ...now, binding: binding.id })}
        className="truncate font-mono text-xs font-semibold hover:underline"
      >
        {nameOf(binding)}
      </Link>
      {"warnings" in binding && binding.warnings.length > 0 && (
        <Tooltip text={binding.warnings.join(" ")}>
          <button type="button" aria-label={binding.warnings.join(" ")} className="shrink-0 rounded-sm text-warn">
            <TriangleAlert aria-hidden size={14} />
          </button>
        </Tooltip>
      )}
    </span>
  );
}

/** The environments that serve a binding, and other reasons why callers cannot reach it. */
function ServedIn({ binding, served }: { binding: Binding; served: ServedNames }) {
  const name = nameOf(binding);
  const where = (["development", "production"] as const).filter((each) => served[each]?.has(name) === true);
  return (
    <span className="flex gap-1">
      {!binding.enabled && <Badge tone="warn">Disabled</Badge>}
      {where.map((each) => (
        <Badge key={each} tone={each}>
          {each === "production" ? "Production" : "Development"}
        </Badge>
      ))}
      {where.length === 0 && binding.enabled && served.development && <Badge>Not deployed</Badge>}
    </span>
  );
}

interface ColumnsOptions {
  endpoint: Endpoint;
  served: ServedNames;
  editForbidden: string | null;
  deleteForbidden: string | null;
  onEdit: (binding: Binding) => void;
  onRemove: (binding: Binding) => void;
}

function bindingColumns(options: ColumnsOptions): readonly Column<Binding>[] {
  const { endpoint, served, editForbidden, deleteForbidden, onEdit, onRemove } = options;
  return [
    {
      id: "name",
      header: endpoint.kind === "mcp" ? "Tool" : "Route",
      sort: "name",
      cell: (binding) => <BindingName endpoint={endpoint} binding={binding} />,
    },
    {
      id: "function",
      header: "Function",
      from: "md",
      cell: ({ functionId }) => <FunctionName id={functionId} />,
    },
    {
      id: "description",
      header: "Description",
      from: "lg",
      cell: ({ description }) => <span className="text-muted">{description}</span>,
    },
    {
      id: "served",
      header: "Served in",
      width: "13rem",
      from: "sm",
      cell: (binding) => <ServedIn binding={binding} served={served} />,
    },
    {
      id: "actions",
      header: <span className="quiet">Actions</span>,
      width: "5.5rem",
      align: "end",
      cell: (binding) => (
        <span className="inline-flex">
          <IconButton
            size="sm"
            icon={Pencil}
            label={`Edit ${nameOf(binding)}`}
            disabledReason={editForbidden}
            onClick={() => onEdit(binding)}
          />
          <IconButton
            size="sm"
            icon={Trash2}
            label={`Remove ${nameOf(binding)}`}
            disabledReason={deleteForbidden}
            onClick={() => onRemove(binding)}
          />
        </span>
      ),
    },
  ];
}

/** The binding that the URL names; null when there is none. It may be on a page that is not loaded. */
function useNamedBinding(endpoint: Endpoint, named: string | undefined, items: readonly Binding[] | undefined) {
  const isMcp = endpoint.kind === "mcp";
  const onPage = items?.find(({ id }) => id === named);
  const isElsewhere = items !== undefined && named?.includes("_") === true && onPage === undefined;
  const one = { params: { endpointId: endpoint.id }, query: { ids: named ?? "", limit: 1 } };
  const oneTool = useOperation("listMcpBindings", one, { enabled: isMcp && isElsewhere });
  const oneRoute = useOperation("listHttpBindings", one, { enabled: !isMcp && isElsewhere });
  const elsewhere = isElsewhere ? (oneTool.data ?? oneRoute.data)?.items[0] : undefined;
  return onPage ?? elsewhere ?? null;
}

function NoBindings({
  isMcp,
  q,
  onClear,
  create,
}: {
  isMcp: boolean;
  q: string;
  onClear: () => void;
  create: ReactNode;
}) {
  return q !== "" ? (
    <EmptyState
      title={isMcp ? "No tools match" : "No routes match"}
      action={<Button onClick={onClear}>Clear search</Button>}
    >
      No name contains “{q}”.
    </EmptyState>
  ) : (
    <EmptyState icon={isMcp ? Wrench : RouteIcon} title={isMcp ? "No tools yet" : "No routes yet"} action={create}>
      {isMcp
        ? "Bind a Function, and agents can use it as a tool after the next deployment."
        : "Bind a Function to a method and a path, and services can call it after the next deployment."}
    </EmptyState>
  );
}

/** How Functions are offered on this endpoint: the drafts, beside what each environment serves. */
export function BindingsTab({ endpoint }: { endpoint: Endpoint }) {
  const isMcp = endpoint.kind === "mcp";
  const [search, change] = useEndpointSearch();
  const [removed, setRemoved] = useState<Removed | null>(null);
  const { q: typed = "" } = search;
  const sort = search.sort ?? ("name" as const);
  const q = useSettled(typed);
  const params = { endpointId: endpoint.id };
  const input = { params, query: { limit: 100, sort, ...(q === "" ? {} : { q }) } };
  const mcp = usePages("listMcpBindings", input, { enabled: isMcp });
  const http = usePages("listHttpBindings", input, { enabled: !isMcp });
  const pages = isMcp ? mcp : http;
  const served = useServedNames(endpoint);
  const createForbidden = useDisabledReason(isMcp ? "createMcpBinding" : "createHttpBinding");
  const editForbidden = useDisabledReason(isMcp ? "updateMcpBinding" : "updateHttpBinding");
  const deleteForbidden = useDisabledReason(isMcp ? "deleteMcpBinding" : "deleteHttpBinding");
  const open = (binding: string | undefined) => change({ binding, functionId: undefined });
  useShortcuts([
    {
      keys: "c",
      does: isMcp ? "Bind a Function as a tool" : "Bind a Function as a route",
      run: () => createForbidden === null && open("new"),
    },
  ]);
  const items = pages.items as readonly Binding[] | undefined;
  const names = new Set(items?.map(nameOf));
  // What is missing is known only when all bindings are loaded.
  const isWhole = items !== undefined && q === "" && !pages.hasMore && !pages.isOld;
  const leftOver = isWhole ? [...(served.development ?? [])].filter((name) => !names.has(name)) : [];
  const columns = bindingColumns({
    endpoint,
    served,
    editForbidden,
    deleteForbidden,
    onEdit: ({ id }) => open(id),
    onRemove: (binding) => setRemoved({ id: binding.id, functionId: binding.functionId, name: nameOf(binding) }),
  });
  const create = (
    <Button kind="primary" icon={Plus} disabledReason={createForbidden} onClick={() => open("new")}>
      Bind a Function
    </Button>
  );
  const edited = useNamedBinding(endpoint, search.binding, items);
  const isFormOpen = search.binding === "new" ? createForbidden === null : edited !== null && editForbidden === null;
  const form = { endpoint, functionId: search.functionId, onClose: () => open(undefined) };
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-center gap-3">
        <p className="min-w-[min(100%,16rem)] flex-1 text-sm text-muted">
          Changes to bindings reach callers with the next deployment.
        </p>
        <LinkButton to="/deployments">Deployments</LinkButton>
        {items !== undefined && (items.length > 0 || q !== "") && create}
      </div>
      {leftOver.length > 0 && (
        <p role="status" className="rounded-md border border-warn-line bg-warn-soft px-3 py-2 text-sm">
          Development still serves {leftOver.join(", ")}, which {leftOver.length === 1 ? "is" : "are"} no longer bound,
          until the next deployment.
        </p>
      )}
      {(typed !== "" || q !== "" || pages.hasMore || (items?.length ?? 0) > 12) && (
        <div>
          <SearchBox
            label={isMcp ? "Search tools" : "Search routes"}
            placeholder={isMcp ? "Search by name or title" : "Search by method or path"}
            value={typed}
            onChange={(text) => change({ q: text === "" ? undefined : text }, { replace: true })}
          />
        </div>
      )}
      <List
        label={isMcp ? "Tools" : "Routes"}
        columns={columns}
        pages={{ ...pages, items }}
        sort={sort}
        onSort={(next) => change({ sort: next === "-name" ? next : undefined }, { replace: true })}
        rowKey={({ id }) => id}
        {...(editForbidden === null ? { onOpen: ({ id }: Binding) => open(id) } : {})}
        empty={<NoBindings isMcp={isMcp} q={q} onClear={() => change({ q: undefined })} create={create} />}
      />
      <Suspense>
        {isFormOpen &&
          (isMcp ? (
            <McpBindingForm key={search.binding} {...form} binding={edited as McpBinding | null} />
          ) : (
            <HttpBindingForm key={search.binding} {...form} binding={edited as HttpBinding | null} />
          ))}
        {removed && <DeleteBinding endpoint={endpoint} removed={removed} onClose={() => setRemoved(null)} />}
      </Suspense>
    </div>
  );
}
