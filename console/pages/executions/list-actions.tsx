import type { Environment } from "@ferrule/contract/states.ts";
import { Columns3, Download } from "lucide-react";
import { download } from "../../api/download.ts";
import { Button } from "../../components/button/button.tsx";
import { Menu } from "../../components/overlay/menu.tsx";
import { useChosenColumns } from "./chosen-columns.ts";
import { executionColumns } from "./execution-columns.tsx";
import { filtersOf } from "./filters-of.ts";
import type { ExecutionsSearch } from "./search.ts";

/** Chooses the columns of the list. The Function and the time stay, since they open and order the rows. */
export function ColumnsMenu() {
  const { isShown, toggle, isUsual, reset } = useChosenColumns();
  return (
    <Menu
      trigger={<Button icon={Columns3}>Columns</Button>}
      groups={[
        {
          title: "Shown where there is room",
          entries: executionColumns
            .filter(({ id }) => id !== "function" && id !== "started")
            .map(({ id, header }) => ({
              label: typeof header === "string" ? header : id,
              checked: isShown(id),
              onSelect: () => toggle(id),
            })),
        },
        {
          entries: [
            {
              label: "As usual",
              disabledReason: isUsual ? "These are the usual columns." : null,
              onSelect: reset,
            },
          ],
        },
      ]}
    />
  );
}

/** Downloads what the filters find. */
export function DownloadMenu({ search, environment }: { search: ExecutionsSearch; environment: Environment }) {
  const save = (format: "csv" | "ndjson") => {
    const filters = filtersOf(search, environment, Date.now()) as Record<string, string>;
    download("/api/executions/export", { ...filters, format });
  };
  return (
    <Menu
      trigger={<Button icon={Download}>Download</Button>}
      groups={[
        {
          title: "What the filters find, at most 100,000",
          entries: [
            { label: "CSV, for a spreadsheet", onSelect: () => save("csv") },
            { label: "NDJSON, a line of JSON for each", onSelect: () => save("ndjson") },
          ],
        },
      ]}
    />
  );
}
