import { FunctionLinks } from "../../components/function-links.tsx";
import { Mono } from "../../components/mono.tsx";
import type { Column } from "../../components/table/table-column.ts";
import { Time } from "../../components/time.tsx";

export const nameColumn: Column<{ name: string }> = {
  id: "name",
  header: "Name",
  sort: "name",
  cell: ({ name }) => <Mono className="font-medium">{name}</Mono>,
};

export const usedByColumn: Column<{ usedBy: readonly string[] }> = {
  id: "used",
  header: "Used by",
  from: "md",
  cell: ({ usedBy }) => (
    <span title={usedBy.join(", ")}>
      <FunctionLinks names={usedBy} none="No Functions" />
    </span>
  ),
};

export const lastUsedColumn: Column<{ lastUsedAt: string | null }> = {
  id: "last",
  header: "Last used",
  sort: "lastUsedAt",
  sortsDown: true,
  align: "end",
  width: "7.5rem",
  cell: ({ lastUsedAt }) => <Time at={lastUsedAt} plain />,
};
