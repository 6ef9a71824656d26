import type { Environment } from "@ferrule/contract/states.ts";
import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { EnvironmentBadge } from "../../../components/badge.tsx";
import { Card } from "../../../components/card.tsx";
import { EmptyState } from "../../../components/states.tsx";
import type { Column } from "../../../components/table/table-column.ts";
import { Table, type TableProps } from "../../../components/table/table.tsx";

interface TableCardProps<Row> extends Pick<TableProps<Row>, "Bulk"> {
  title: string;
  environment: Environment;
  /** What is listed, for a screen reader. */
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  /** The button that creates another one. */
  create: ReactNode;
  /** The title, icon and text for an empty table. */
  none: string;
  icon: LucideIcon;
  about: string;
  /** What opens over the page. */
  children: ReactNode;
}

/** All items of one kind that an endpoint has in one environment, in a table: its keys, its registered programs. */
export const TableCard = <Row extends { id: string }>(props: TableCardProps<Row>) => (
  <Card
    title={
      <span className="flex items-center gap-2">
        {props.title} <EnvironmentBadge environment={props.environment} />
      </span>
    }
    actions={props.rows.length > 0 && props.create}
  >
    {props.rows.length === 0 ? (
      <EmptyState icon={props.icon} title={props.none} action={props.create}>
        {props.about}
      </EmptyState>
    ) : (
      <Table label={props.label} columns={props.columns} rows={props.rows} rowKey={({ id }) => id} Bulk={props.Bulk} />
    )}
    {props.children}
  </Card>
);
