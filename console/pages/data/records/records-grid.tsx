import { ArrowDown, ArrowUp, Database } from "lucide-react";
import type { ReactNode } from "react";
import { lazyPart } from "../../../components/lazy-part.tsx";
import { Mono } from "../../../components/mono.tsx";
import { List } from "../../../components/table/list.tsx";
import { EmptyState, NoMatches } from "../../../components/states.tsx";
import type { Column } from "../../../components/table/table-column.ts";
import { Time } from "../../../components/time.tsx";
import { cellText, valueAt, type RecordField } from "../schema/schema-fields.ts";
import type { RecordRow, useRecords } from "./use-records.ts";

const RecordsBulk = lazyPart(() => import("./records-bulk.tsx"), "RecordsBulk");

interface RecordsGridProps {
  label: string;
  fields: readonly RecordField[];
  pages: ReturnType<typeof useRecords>;
  order: string | undefined;
  onOrder: (order: string | undefined) => void;
  openId: string | undefined;
  onOpen: (recordId: string) => void;
  isFiltered: boolean;
  onClear: () => void;
  /** The place of the query: `the tenant acme in Production`. */
  place: ReactNode;
  create: ReactNode;
}

const numbers = new Set(["number", "integer"]);
function Cell({ value, type }: { value: unknown; type: string }) {
  if (value === undefined) return <span className="text-faint">not set</span>;
  if (value === null) return <span className="font-mono text-xs text-syntax-keyword">null</span>;
  const text = cellText(value);
  const isPlain = typeof value === "string" && type === "string";
  return (
    <span className={isPlain ? "" : "font-mono text-xs"} title={text}>
      {text}
    </span>
  );
}

interface OrderHeadProps extends Pick<RecordsGridProps, "order" | "onOrder"> {
  path: string;
  text: string;
}

/** Each press on a column's head switches: smallest first, largest first, then newest first again. */
function OrderHead({ path, text, order, onOrder }: OrderHeadProps) {
  const isUp = order === path;
  const isDown = order === `-${path}`;
  const Icon = isDown ? ArrowDown : ArrowUp;
  return (
    <button
      type="button"
      className="inline-flex max-w-full items-center gap-1 rounded-sm hover:text-ink"
      aria-label={`Order by ${text}${isUp ? ", largest first" : isDown ? ": newest first again" : ""}`}
      onClick={() => onOrder(isUp ? `-${path}` : isDown ? undefined : path)}
    >
      <span className="truncate" title={path}>
        {text}
      </span>
      {(isUp || isDown) && <Icon aria-hidden size={12} className="shrink-0" />}
    </button>
  );
}

const leafOf = (path: string) => path.slice(path.lastIndexOf(".") + 1);

/** The end of a path, which says more than its beginning. If another column has the same end, the whole path. */
const shortOf = (path: string, fields: readonly RecordField[]) =>
  fields.filter((one) => leafOf(one.path) === leafOf(path)).length === 1 ? leafOf(path) : path;

function columnsFor({ fields, order, onOrder }: RecordsGridProps): Column<RecordRow>[] {
  const head = (path: string, text: string) => <OrderHead path={path} text={text} order={order} onOrder={onOrder} />;
  return [
    {
      id: "id",
      header: head("id", "id"),
      width: "9rem",
      cell: ({ id }) => <Mono title={id}>{id.length > 16 ? `${id.slice(0, 4)}…${id.slice(-8)}` : id}</Mono>,
    },
    ...fields.map(({ path, type }, index): Column<RecordRow> => ({
      id: `data.${path}`,
      header: head(path, shortOf(path, fields)),
      ...(numbers.has(type) ? { align: "end" as const } : {}),
      ...(index === 0 ? {} : { from: index < 3 ? ("md" as const) : ("lg" as const) }),
      cell: ({ data }) => <Cell value={valueAt(data, path)} type={type} />,
    })),
    {
      id: "updated",
      header: head("updatedAt", "Changed"),
      align: "end",
      width: "7rem",
      from: "sm",
      cell: ({ updatedAt }) => <Time at={updatedAt} plain />,
    },
  ];
}

/** The matching records, one column per field; a column's head sorts by it. */
export const RecordsGrid = (props: RecordsGridProps) => (
  <List
    label={props.label}
    columns={columnsFor(props)}
    pages={props.pages}
    rowKey={({ id }) => id}
    onOpen={({ id }) => props.onOpen(id)}
    Bulk={RecordsBulk}
    openKey={props.openId}
    empty={
      props.isFiltered ? (
        <NoMatches title="No records match" clear="Clear conditions" onClear={props.onClear}>
          None of {props.place} matches all the conditions.
        </NoMatches>
      ) : (
        <EmptyState icon={Database} title="No records yet" action={props.create}>
          The collection has no records of {props.place}. Records are shown for one tenant and one environment at a
          time.
        </EmptyState>
      )
    }
  />
);
