import { Bookmark, Plus, Trash2 } from "lucide-react";
import { useState } from "react";
import { useMe } from "../../api/session.ts";
import { Button } from "../../components/button/button.tsx";
import { Dialog } from "../../components/overlay/dialog.tsx";
import { inputClass } from "../../components/input-class.ts";
import { Menu } from "../../components/overlay/menu.tsx";
import { said } from "../../shell/page/search-params.ts";
import { useSavedViews, type SavedView } from "./saved-views.ts";
import type { ExecutionsSearch } from "./search.ts";

const given: readonly SavedView[] = [
  { name: "All calls", search: {} },
  { name: "Failed or timed out", search: { status: "failed_or_timed_out" } },
  { name: "Failed", search: { status: "failed" } },
  { name: "Timed out", search: { status: "timed_out" } },
  { name: "Rejected", search: { status: "rejected" } },
  { name: "Errors, grouped", search: { tab: "errors" } },
];

const same = (a: ExecutionsSearch, b: ExecutionsSearch) => {
  const text = ({ paused: _paused, ...search }: ExecutionsSearch) =>
    JSON.stringify(Object.entries(said(search)).sort(([one], [other]) => (one < other ? -1 : 1)));
  return text(a) === text(b);
};

interface ViewsMenuProps {
  search: ExecutionsSearch;
  onChoose: (search: ExecutionsSearch) => void;
}

/** Saved filters: the built-in ones, and the user's own, which are kept in this browser. */
export function ViewsMenu({ search, onChoose }: ViewsMenuProps) {
  const { activeProject } = useMe();
  const { views, save, remove } = useSavedViews(activeProject?.id ?? "");
  const [isNaming, setNaming] = useState(false);
  const current = [...given, ...views].find((view) => same(view.search, search));
  const mine = views.find((view) => same(view.search, search));
  const entries = (list: readonly SavedView[]) =>
    list.map((view) => ({
      label: view.name,
      checked: view === current,
      onSelect: () => onChoose(view.search),
    }));
  return (
    <>
      <Menu
        trigger={
          <Button icon={Bookmark} aria-label={`Views, current: ${current?.name ?? "unsaved"}`}>
            {current?.name ?? "Views"}
          </Button>
        }
        groups={[
          { title: "Views", entries: entries(given) },
          ...(views.length === 0 ? [] : [{ title: "Saved in this browser", entries: entries(views) }]),
          {
            entries: [
              {
                label: "Save this view…",
                icon: Plus,
                disabledReason: current === undefined ? null : `This is already the view ${current.name}.`,
                onSelect: () => setNaming(true),
              },
              ...(mine === undefined
                ? []
                : [
                    {
                      label: `Remove ${mine.name}`,
                      icon: Trash2,
                      danger: true,
                      onSelect: () => remove(mine.name),
                    },
                  ]),
            ],
          },
        ]}
      />
      {isNaming && (
        <NameView
          onClose={() => setNaming(false)}
          onSave={(name) => {
            const { paused: _paused, ...kept } = search;
            save({ name, search: kept });
            setNaming(false);
          }}
        />
      )}
    </>
  );
}

function NameView({ onClose, onSave }: { onClose: () => void; onSave: (name: string) => void }) {
  const [name, setName] = useState("");
  const submit = () => name.trim() !== "" && onSave(name.trim());
  return (
    <Dialog
      open
      onClose={onClose}
      size="sm"
      title="Save this view"
      description="Saves the filters and range in this browser."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" disabledReason={name.trim() === "" ? "Enter a name." : null} onClick={submit}>
            Save view
          </Button>
        </>
      }
    >
      <label className="grid gap-1.5 text-sm font-medium">
        Name
        <input
          className={inputClass}
          value={name}
          maxLength={60}
          onChange={(event) => setName(event.target.value)}
          onKeyDown={(event) => event.key === "Enter" && submit()}
        />
      </label>
    </Dialog>
  );
}
