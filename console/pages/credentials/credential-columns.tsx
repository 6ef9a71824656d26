import { FunctionLinks } from "../../components/show/function-links.tsx";
import { Mono } from "../../components/mono.tsx";
import type { Column } from "../../components/table/table-column.ts";
import { timeColumn } from "../../components/table/time-column.tsx";

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

export const lastUsedColumn = timeColumn("lastUsedAt", "Last used", { sorts: true });
