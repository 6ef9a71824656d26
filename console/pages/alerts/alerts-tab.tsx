import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { Bell, Check } from "lucide-react";
import { usePages, type ItemOf } from "../../api/use-operation.ts";
import { Badge, EnvironmentBadge } from "../../components/badge.tsx";
import { LinkButton } from "../../components/button/link-button.tsx";
import { Segmented } from "../../components/button/segmented.tsx";
import { choicesOf } from "../../components/choose/choices-of.ts";
import { EmptyState } from "../../components/states.tsx";
import { List } from "../../components/table/list.tsx";
import type { Column } from "../../components/table/table-column.ts";
import { Time } from "../../components/time.tsx";
import { ruleNames } from "./rule-names.ts";

type Row = ItemOf<"listAlerts">;

const choices = choicesOf({ firing: "Firing now", resolved: "Over" });

const columns: readonly Column<Row>[] = [
  {
    id: "title",
    header: "Alert",
    cell: ({ title, detail, path }) => (
      <div className="grid py-1 max-sm:break-words max-sm:whitespace-normal">
        <Link to={path} className="link">
          {title}
        </Link>
        {detail !== "" && <span className="text-xs text-muted">{detail}</span>}
      </div>
    ),
  },
  {
    id: "rule",
    header: "Kind",
    width: "11rem",
    from: "lg",
    cell: ({ rule, state }) => <Badge tone={state === "firing" ? "bad" : "neutral"}>{ruleNames[rule][0]}</Badge>,
  },
  {
    id: "environment",
    header: "Environment",
    width: "8rem",
    from: "md",
    cell: ({ environment }) => (environment === null ? "Both" : <EnvironmentBadge environment={environment} />),
  },
  { id: "since", header: "Since", width: "8rem", cell: ({ since }) => <Time at={since} plain /> },
  {
    id: "resolved",
    header: "Over",
    width: "8rem",
    from: "sm",
    cell: ({ resolvedAt }) => (resolvedAt === null ? "" : <Time at={resolvedAt} plain />),
  },
];

/** What fires now, or what is over. */
export function AlertsTab() {
  const { show = "firing" } = useSearch({ from: "/alerts" });
  const navigate = useNavigate({ from: "/alerts" });
  const pages = usePages("listAlerts", { query: { state: show, limit: 50 } }, { refetchInterval: 10_000 });
  const isFiring = show === "firing";
  return (
    <div className="grid gap-3">
      <div className="flex">
        <Segmented
          label="Which"
          value={show}
          choices={choices}
          onChange={(next) => void navigate({ search: () => (next === "firing" ? {} : { show: next }) })}
        />
      </div>
      <List
        label="Alerts"
        columns={isFiring ? columns.filter(({ id }) => id !== "resolved") : columns}
        pages={pages}
        rowKey={({ id }) => id}
        empty={
          <EmptyState
            icon={isFiring ? Check : Bell}
            title={isFiring ? "Nothing fires" : "No alert is over"}
            action={
              <LinkButton to="/alerts" search={{ tab: "channels" }}>
                Show channels
              </LinkButton>
            }
          >
            {isFiring
              ? "Ferrule looks every 15 seconds. Add a channel, so that your team is told when something goes wrong."
              : "Alerts of the last 30 days appear here when their cause is gone."}
          </EmptyState>
        }
      />
    </div>
  );
}
