import { Download, ListChecks, X } from "lucide-react";
import { useState } from "react";
import { Button } from "../../components/button/button.tsx";
import { counted } from "../../components/format.ts";
import { useShortcuts } from "../../components/keyboard/shortcuts.ts";
import { Menu } from "../../components/overlay/menu.tsx";
import type { BulkProps } from "../../components/table/table.tsx";
import { download } from "../endpoints/download.ts";
import type { BulkAct, Noun } from "./bulk-act.ts";
import { BulkQuestion } from "./bulk-question.tsx";

interface BulkBarProps<Row> extends BulkProps<Row> {
  noun: Noun;
  nameOf: (row: Row) => string;
  acts: readonly BulkAct<Row>[];
}

/** Saves the rows as a file, as the API has returned them. */
async function save(rows: readonly object[], many: string, format: "json" | "csv"): Promise<void> {
  const name = `${many.toLowerCase().replaceAll(" ", "-")}.${format}`;
  if (format === "json") return download(name, `${JSON.stringify(rows, null, 2)}\n`);
  const { csvOf } = await import("./csv-of.ts");
  return download(name, csvOf(rows), "text/csv;charset=utf-8");
}

const ExportMenu = ({ saveAs }: { saveAs: (format: "json" | "csv") => void }) => (
  <Menu
    trigger={
      <Button size="sm" icon={Download}>
        Export
      </Button>
    }
    groups={[
      {
        entries: [
          { label: "CSV", hint: "for a spreadsheet", onSelect: () => saveAs("csv") },
          { label: "JSON", hint: "as the API has them", onSelect: () => saveAs("json") },
        ],
      },
    ]}
  />
);

const takenBy = <Row,>({ takes = () => true }: BulkAct<Row>, rows: readonly Row[]) => rows.filter(takes);

/** Below a list, while rows of it are chosen: their number, and what can be done to all of them. */
export function BulkBar<Row extends object>(props: BulkBarProps<Row>) {
  const { rows, choose, chooseAll, noun, nameOf, acts } = props;
  const [asked, setAsked] = useState<string | null>(null);
  const act = acts.find(({ verb }) => verb === asked);
  const clear = () => choose([]);
  useShortcuts([{ keys: "Escape", does: "Select nothing", run: clear }]);
  return (
    <div
      role="toolbar"
      aria-label={`Selected ${noun[1]}`}
      className="sticky bottom-4 z-20 mx-auto mt-3 flex w-fit max-w-full flex-wrap items-center gap-2 rounded-lg border border-line bg-raised px-3 py-2 shadow-raised"
    >
      <span role="status" className="text-sm font-medium">
        {counted(rows.length, ...noun)} selected
      </span>
      {chooseAll && (
        <Button size="sm" kind="quiet" icon={ListChecks} onClick={chooseAll}>
          Load and select all
        </Button>
      )}
      {acts.map((each) => (
        <Button
          key={each.verb}
          size="sm"
          icon={each.icon}
          disabledReason={each.forbidden ?? (takenBy(each, rows).length === 0 ? each.none : null)}
          onClick={() => setAsked(each.verb)}
        >
          {each.verb}
        </Button>
      ))}
      <ExportMenu saveAs={(format) => void save(rows, noun[1], format)} />
      <Button size="sm" kind="quiet" icon={X} onClick={clear}>
        Clear
      </Button>
      {act && (
        <BulkQuestion
          key={act.verb}
          act={act}
          rows={takenBy(act, rows)}
          left={rows.length - takenBy(act, rows).length}
          choose={choose}
          noun={noun}
          nameOf={nameOf}
          onClose={() => setAsked(null)}
        />
      )}
    </div>
  );
}
