import { environments } from "@ferrule/contract/states.ts";
import { Link } from "@tanstack/react-router";
import { ChartColumn, Pencil, Trash2, TriangleAlert } from "lucide-react";
import { useDisabledReason } from "../../../api/disabled-reason.ts";
import { Badge, EnvironmentBadge } from "../../../components/badge.tsx";
import { bytes } from "../../../components/format.ts";
import { Mono } from "../../../components/mono.tsx";
import { FunctionName } from "../../../components/show/function-name.tsx";
import { actionsColumn } from "../../../components/table/actions-column.tsx";
import type { Column } from "../../../components/table/table-column.ts";
import { Tooltip } from "../../../components/tooltip.tsx";
import type { Endpoint } from "../endpoint.ts";
import { useEndpointSearch } from "../use-endpoint-search.ts";
import { bindingKinds, bindingName, bindingTarget, type Binding } from "./binding.ts";
import type { ServedNames } from "./use-served-names.ts";

const BindingName = ({ endpoint, binding }: { endpoint: Endpoint; binding: Binding }) => (
  <span className="flex items-center gap-2">
    <Link
      to="/endpoints/$endpointId"
      params={{ endpointId: endpoint.id }}
      search={(now: object) => ({ ...now, binding: binding.id })}
      className="truncate font-mono text-xs font-semibold hover:underline"
    >
      {bindingName(binding)}
    </Link>
    {"uri" in binding && binding.kind !== "tool" && (
      <Badge>{binding.kind === "resource" ? "Resource" : "Prompt"}</Badge>
    )}
    {"warnings" in binding && binding.warnings.length > 0 && (
      <Tooltip text={binding.warnings.join(" ")}>
        <button type="button" aria-label={binding.warnings.join(" ")} className="shrink-0 rounded-sm text-warn">
          <TriangleAlert aria-hidden size={14} />
        </button>
      </Tooltip>
    )}
  </span>
);

/** What the Project keeps in place of a Function. */
const Kept = ({ binding }: { binding: Binding }) => (
  <span className="text-muted">
    {"contentSize" in binding && binding.contentSize !== null ? `kept, ${bytes(binding.contentSize)}` : "kept"}
  </span>
);

/** The environments that serve a binding, and other reasons why callers cannot reach it. */
function ServedIn({ binding, served }: { binding: Binding; served: ServedNames }) {
  const where = environments.filter((each) => served[each]?.has(bindingTarget(binding)) === true);
  return (
    <span className="flex gap-1">
      {!binding.enabled && <Badge tone="warn">Disabled</Badge>}
      {where.map((each) => (
        <EnvironmentBadge key={each} environment={each} />
      ))}
      {where.length === 0 && binding.enabled && served.development && <Badge>Not deployed</Badge>}
    </span>
  );
}

interface ColumnsOptions {
  endpoint: Endpoint;
  served: ServedNames;
  onEdit: (binding: Binding) => void;
  onRemove: (binding: Binding) => void;
}

/** The columns of an endpoint's bindings. */
export function useBindingColumns({ endpoint, served, onEdit, onRemove }: ColumnsOptions): readonly Column<Binding>[] {
  const { title, update, remove } = bindingKinds[endpoint.kind];
  const mayEdit = { icon: Pencil, disabledReason: useDisabledReason(update) };
  const mayRemove = { icon: Trash2, disabledReason: useDisabledReason(remove) };
  const [, change] = useEndpointSearch();
  const show = (binding: Binding) => change({ tab: undefined, of: binding.id });
  return [
    {
      id: "name",
      header: title,
      sort: "name",
      cell: (binding) => <BindingName endpoint={endpoint} binding={binding} />,
    },
    {
      id: "function",
      header: "Function",
      from: "md",
      cell: (binding) =>
        binding.functionId === null ? <Kept binding={binding} /> : <FunctionName id={binding.functionId} />,
    },
    {
      id: "description",
      header: "Description",
      from: "lg",
      cell: (binding) => (
        <span className="text-muted">
          {"uri" in binding && binding.uri !== null && <Mono className="mr-1.5">{binding.uri}</Mono>}
          {binding.description}
        </span>
      ),
    },
    {
      id: "served",
      header: "Served in",
      width: "13rem",
      from: "sm",
      cell: (binding) => <ServedIn binding={binding} served={served} />,
    },
    actionsColumn(
      (binding) => [
        { icon: ChartColumn, label: `Calls of ${bindingName(binding)}`, onClick: () => show(binding) },
        { ...mayEdit, label: `Edit ${bindingName(binding)}`, onClick: () => onEdit(binding) },
        { ...mayRemove, label: `Remove ${bindingName(binding)}`, onClick: () => onRemove(binding) },
      ],
      "7.5rem",
    ),
  ];
}
