import { Popover } from "@base-ui/react/popover";
import { Columns3 } from "lucide-react";
import { Button } from "../../../components/button/button.tsx";
import { mostColumns } from "../search.ts";

interface ChooseColumnsProps {
  /** Every field, by its path. */
  paths: readonly string[];
  chosen: readonly string[];
  /** Their order is that of `paths`. */
  onChange: (chosen: string[]) => void;
}

const mostId = "most-columns";

/** Chooses the fields that become columns of the grid, in a popover that stays open. */
export const ChooseColumns = ({ paths, chosen, onChange }: ChooseColumnsProps) => (
  <Popover.Root>
    <Popover.Trigger
      render={
        <Button size="sm" icon={Columns3}>
          Columns
        </Button>
      }
    />
    <Popover.Portal>
      <Popover.Positioner align="end" sideOffset={4} className="z-40 outline-none">
        <Popover.Popup
          aria-label="Columns"
          className="popup-motion grid max-h-(--available-height) max-w-80 min-w-48 overflow-y-auto rounded-lg border border-line bg-raised p-1 shadow-raised outline-none"
        >
          <p id={mostId} className="px-2 pt-1.5 pb-1 text-xs text-muted">
            At most {mostColumns} fields
          </p>
          {paths.map((path) => {
            const isChosen = chosen.includes(path);
            const isFull = !isChosen && chosen.length >= mostColumns;
            return (
              <label
                key={path}
                className="flex min-h-8 items-center gap-2 rounded-sm px-2 font-mono text-xs hover:bg-hover has-[[aria-disabled]]:text-muted"
              >
                <input
                  type="checkbox"
                  checked={isChosen}
                  aria-disabled={isFull || undefined}
                  aria-describedby={isFull ? mostId : undefined}
                  onChange={({ target }) => {
                    if (isFull) return;
                    onChange(paths.filter((one) => (one === path ? target.checked : chosen.includes(one))));
                  }}
                />
                <span className="min-w-0 truncate">{path}</span>
              </label>
            );
          })}
        </Popover.Popup>
      </Popover.Positioner>
    </Popover.Portal>
  </Popover.Root>
);
