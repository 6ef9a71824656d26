import type { McpBindingKind } from "@ferrule/contract/states.ts";
import { targetText } from "@ferrule/contract/mcp-bindings/target-of.ts";
import { Route as RouteIcon, Wrench } from "lucide-react";
import { useState, type ReactNode } from "react";
import { ifMatch } from "../../../api/if-match.ts";
import { useDisabledReason } from "../../../api/disabled-reason.ts";
import { useOperation, usePages } from "../../../api/use-operation.ts";
import { Segmented } from "../../../components/button/segmented.tsx";
import { choicesOf } from "../../../components/choose/choices-of.ts";
import { LinkButton } from "../../../components/button/link-button.tsx";
import { deleteLater } from "../../../components/overlay/delete-later.ts";
import { SearchBox } from "../../../components/filter/search-box.tsx";
import { lazyPart } from "../../../components/lazy-part.tsx";
import { EmptyState, NoMatches } from "../../../components/states.tsx";
import { List } from "../../../components/table/list.tsx";
import { useSettled } from "../../../components/use-settled.ts";
import { useCreateButton } from "../../../shell/page/use-create-button.tsx";
import type { Endpoint } from "../endpoint.ts";
import { useEndpointSearch } from "../use-endpoint-search.ts";
import {
  bindingKinds,
  bindingName,
  bindingTarget,
  type Binding,
  type HttpBinding,
  type McpBinding,
} from "./binding.ts";
import { useBindingColumns } from "./use-binding-columns.tsx";
import { useServedNames, type ServedNames } from "./use-served-names.ts";

const BindingsBulk = lazyPart(() => import("./bindings-bulk.tsx"), "BindingsBulk");
const McpBindingForm = lazyPart(() => import("./mcp/mcp-binding-form.tsx"), "McpBindingForm");
const HttpBindingForm = lazyPart(() => import("./http-binding-form.tsx"), "HttpBindingForm");
const DeleteBinding = lazyPart(() => import("./delete-binding.tsx"), "DeleteBinding");

interface Unserved {
  endpoint: Endpoint;
  binding: Binding;
  /** All bindings of the endpoint that are loaded. */
  items: readonly Binding[];
  served: ServedNames;
}

/** Removes a binding that no environment serves, without a question. Returns whether none does. */
function removeUnserved({ endpoint, binding, items, served }: Unserved): boolean {
  const { development, production } = served;
  if (development === undefined || production === undefined) return false;
  const others = new Set(items.filter(({ id }) => id !== binding.id).map(bindingTarget));
  // A name that no other binding has may be the one that this binding had before it was renamed.
  if (!development.union(production).isSubsetOf(others)) return false;
  const { id, revision } = binding;
  deleteLater({
    operation: bindingKinds[endpoint.kind].remove,
    input: { params: { endpointId: endpoint.id, bindingId: id }, headers: ifMatch(revision) },
    id,
    name: bindingName(binding),
  });
  return true;
}

interface OpenFormProps {
  endpoint: Endpoint;
  /** The loaded bindings. The one that the URL names may be on another page. */
  items: readonly Binding[] | undefined;
}

/** The form that the URL names, unless the user may not send it. */
function OpenForm({ endpoint, items }: OpenFormProps) {
  const [{ binding: named, functionId }, change] = useEndpointSearch();
  const { list, create, update } = bindingKinds[endpoint.kind];
  const forbidden = useDisabledReason(named === "new" ? create : update);
  const onPage = items?.find(({ id }) => id === named);
  const isElsewhere = items !== undefined && named?.includes("_") === true && onPage === undefined;
  const one = { params: { endpointId: endpoint.id }, query: { ids: named ?? "", limit: 1 } };
  const { data } = useOperation(list, one, { enabled: isElsewhere });
  const binding = onPage ?? (isElsewhere ? data?.items[0] : undefined) ?? null;
  if (forbidden !== null || (binding === null && named !== "new")) return null;
  const form = {
    endpoint,
    functionId,
    onClose: () => change({ binding: undefined, functionId: undefined, offer: undefined }),
  };
  return endpoint.kind === "mcp" ? (
    <McpBindingForm key={named} {...form} binding={binding as McpBinding | null} />
  ) : (
    <HttpBindingForm key={named} {...form} binding={binding as HttpBinding | null} />
  );
}

const kindChoices = choicesOf({ all: "All", tool: "Tools", resource: "Resources", prompt: "Prompts" });

/** What Development still serves although no binding offers it any more. */
function LeftOver({ served, items }: { served: ServedNames; items: readonly Binding[] }) {
  const bound = new Set(items.map(bindingTarget));
  const names = [...(served.development ?? [])].filter((name) => !bound.has(name));
  if (names.length === 0) return null;
  return (
    <p role="status" className="rounded-md border border-warn-line bg-warn-soft px-3 py-2 text-sm">
      Development still serves {names.map(targetText).join(", ")}, which {names.length === 1 ? "is" : "are"} no longer
      bound, until the next deployment.
    </p>
  );
}

interface NothingProps {
  endpoint: Endpoint;
  q: string;
  kind: McpBindingKind | undefined;
  isNarrowed: boolean;
  bind: ReactNode;
}

/** Why the list is empty. */
function Nothing({ endpoint, q, kind, isNarrowed, bind }: NothingProps) {
  const [, change] = useEndpointSearch();
  const { word, bound } = bindingKinds[endpoint.kind];
  const isMcp = endpoint.kind === "mcp";
  return isNarrowed ? (
    <NoMatches title={`No ${word}s match`} onClear={() => change({ q: undefined, kind: undefined })}>
      {q === "" ? `There is no ${kind ?? word} here.` : `No name contains “${q}”.`}
    </NoMatches>
  ) : (
    <EmptyState icon={isMcp ? Wrench : RouteIcon} title={isMcp ? "Nothing offered yet" : "No routes yet"} action={bind}>
      {bound}
    </EmptyState>
  );
}

/** What an endpoint offers, by its kind. */
function KindBar() {
  const [{ kind }, change] = useEndpointSearch();
  return (
    <div className="flex">
      <Segmented
        label="What to list"
        value={kind ?? "all"}
        choices={kindChoices}
        onChange={(next) => change({ kind: next === "all" ? undefined : next }, { replace: true })}
      />
    </div>
  );
}

/** How Functions are offered on this endpoint: the drafts, beside what each environment serves. */
export function BindingsTab({ endpoint }: { endpoint: Endpoint }) {
  const { word, searched, add, list, create, update } = bindingKinds[endpoint.kind];
  const [{ q: typed = "", sort = "name" as const, kind }, change] = useEndpointSearch();
  const isMcp = endpoint.kind === "mcp";
  const [removed, setRemoved] = useState<Binding | null>(null);
  const q = useSettled(typed);
  const query = { limit: 100, sort, q: q || undefined, ...(isMcp && kind !== undefined ? { kind } : {}) };
  const pages = usePages(list, { params: { endpointId: endpoint.id }, query });
  const items: readonly Binding[] | undefined = pages.items;
  const served = useServedNames(endpoint);
  const editForbidden = useDisabledReason(update);
  const offer = kind === "tool" ? undefined : kind;
  const open = (binding: string) => change({ binding, functionId: undefined, offer });
  const bind = useCreateButton(create, add, () => open("new"));
  // We know what is missing only when all bindings are loaded.
  const isNarrowed = q !== "" || (isMcp && kind !== undefined);
  const isWhole = items !== undefined && !isNarrowed && !pages.hasMore && !pages.isOld;
  const remove = (binding: Binding) =>
    setRemoved(removeUnserved({ endpoint, binding, items: items ?? [], served }) ? null : binding);
  const columns = useBindingColumns({ endpoint, served, onEdit: ({ id }) => open(id), onRemove: remove });
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-center gap-3">
        <p className="min-w-[min(100%,16rem)] flex-1 text-sm text-muted">
          Changes to bindings reach callers with the next deployment.
        </p>
        <LinkButton to="/deployments">Deployments</LinkButton>
        {items !== undefined && (items.length > 0 || isNarrowed) && bind}
      </div>
      {isMcp && <KindBar />}
      {isWhole && <LeftOver served={served} items={items} />}
      {(typed !== "" || q !== "" || pages.hasMore || (items?.length ?? 0) > 12) && (
        <SearchBox
          label={`Search ${word}s`}
          placeholder={`Search by ${searched}`}
          value={typed}
          onChange={(text) => change({ q: text || undefined }, { replace: true })}
        />
      )}
      <List
        label={isMcp ? "Bindings" : "Routes"}
        columns={columns}
        Bulk={BindingsBulk}
        pages={{ ...pages, items }}
        sort={sort}
        onSort={(next) => change({ sort: next === "-name" ? next : undefined }, { replace: true })}
        rowKey={({ id }) => id}
        {...(editForbidden === null ? { onOpen: ({ id }: Binding) => open(id) } : {})}
        empty={
          <Nothing endpoint={endpoint} q={q} kind={isNarrowed ? kind : undefined} isNarrowed={isNarrowed} bind={bind} />
        }
      />
      <OpenForm endpoint={endpoint} items={items} />
      {removed && <DeleteBinding endpoint={endpoint} binding={removed} onClose={() => setRemoved(null)} />}
    </div>
  );
}
