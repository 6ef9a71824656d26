import { Autocomplete } from "@base-ui/react/autocomplete";
import { Dialog } from "@base-ui/react/dialog";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { BookOpen, Search } from "lucide-react";
import { useState } from "react";
import { navigation } from "../navigation/navigation.ts";
import type { Entry } from "./palette-entry.ts";
import { paletteShown } from "./palette-shown.ts";
import { useFound } from "./use-found.ts";
import { usePaletteActions } from "./use-palette-actions.ts";

interface Group {
  value: string;
  items: Entry[];
}

/** A section of the documentation that the gateway has found. */
interface FoundSection {
  address: string;
  /** The title of its page. */
  page: string;
  heading: string;
}

const mostSections = 5;

/** Matching sections of the documentation, as soon as three characters are typed. */
function useFoundDocs(words: string): readonly FoundSection[] {
  const { data } = useQuery({
    queryKey: ["documentation", words],
    queryFn: async ({ signal }) => {
      const answer = await fetch(`/docs/search.json?q=${encodeURIComponent(words)}`, { signal });
      // The gateway may have no room for a search. Then the palette shows the rest.
      return answer.ok ? ((await answer.json()) as { found: FoundSection[] }).found.slice(0, mostSections) : [];
    },
    enabled: words.length >= 3,
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });
  return words.length < 3 ? [] : (data ?? []);
}

/** The results for the words, by kind. Without words, every page and action. */
function useGroups(q: string): { groups: Group[]; isFetching: boolean } {
  const navigate = useNavigate();
  const { entries: found, isFetching } = useFound(q);
  const actions = usePaletteActions();
  const foundDocs = useFoundDocs(q);
  const matches = (label: string) => label.toLowerCase().includes(q.toLowerCase());
  const groups: Group[] = [
    { value: "Found", items: found },
    {
      value: "Pages",
      items: navigation
        .flatMap(({ entries }) => entries)
        .filter(({ label }) => matches(label))
        .map(({ label, to, icon }) => ({ value: to, label, icon, run: () => void navigate({ to }) })),
    },
    { value: "Actions", items: actions.filter(({ label }) => matches(label)) },
    {
      value: "Documentation",
      items: foundDocs.map(({ address, page, heading }) => ({
        value: `docs ${address}`,
        label: heading,
        detail: heading === page ? "Docs" : `Docs · ${page}`,
        icon: BookOpen,
        run: () => void window.open(address, "_blank", "noreferrer"),
      })),
    },
  ].filter(({ items }) => items.length > 0);
  return { groups, isFetching };
}

function EntryItem({ entry, onClose }: { entry: Entry; onClose: () => void }) {
  return (
    <Autocomplete.Item
      value={entry}
      className="flex min-h-9 pointer-coarse:finger cursor-default items-center gap-2.5 rounded-md px-2.5 text-sm select-none data-highlighted:bg-selected"
      onClick={() => {
        onClose();
        entry.run();
      }}
    >
      <entry.icon aria-hidden size={16} strokeWidth={1.75} className="shrink-0 text-faint" />
      <span className="truncate">{entry.label}</span>
      {entry.detail !== undefined && <span className="ml-auto truncate pl-4 text-xs text-muted">{entry.detail}</span>}
    </Autocomplete.Item>
  );
}

/**
 * Finds pages, resources, actions and documentation sections by name. A pasted request, execution or deployment id is
 * found too.
 */
export default function Palette() {
  const [text, setText] = useState("");
  const q = text.trim();
  const { groups, isFetching } = useGroups(q);
  const close = () => paletteShown.set(false);
  return (
    <Dialog.Root open onOpenChange={(next) => !next && close()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-scrim" />
        <Dialog.Viewport className="fixed inset-0 z-40 flex items-start justify-center p-3 pt-[12dvh]">
          <Dialog.Popup
            aria-label="Search"
            className="flex max-h-[min(30rem,76dvh)] w-full max-w-xl flex-col overflow-hidden rounded-lg border border-line bg-raised shadow-raised outline-none"
          >
            <Autocomplete.Root
              open
              inline
              items={groups}
              filter={null}
              autoHighlight="always"
              keepHighlight
              value={text}
              onValueChange={setText}
            >
              <div className="flex items-center gap-2.5 border-b border-line px-4">
                <Search aria-hidden size={16} className="shrink-0 text-faint" />
                <Autocomplete.Input
                  aria-label="Search"
                  onKeyDown={(event) => {
                    if (event.key === "Escape") close();
                  }}
                  placeholder="Page, action, name, code, or a request id"
                  className="h-12 w-full bg-transparent text-base outline-none placeholder:text-faint"
                />
              </div>
              <Dialog.Close className="quiet">Close</Dialog.Close>
              <div className="min-h-0 flex-1 overflow-y-auto p-1.5">
                <Autocomplete.Empty className="text-sm text-muted not-empty:px-3 not-empty:py-6">
                  {isFetching ? "Searching…" : `No results for “${q}”.`}
                </Autocomplete.Empty>
                <Autocomplete.List>
                  {(group: Group) => (
                    <Autocomplete.Group key={group.value} items={group.items} className="not-last:mb-2">
                      <Autocomplete.GroupLabel className="px-2.5 py-1 text-xs text-faint">
                        {group.value}
                      </Autocomplete.GroupLabel>
                      <Autocomplete.Collection>
                        {(entry: Entry) => <EntryItem key={entry.value} entry={entry} onClose={close} />}
                      </Autocomplete.Collection>
                    </Autocomplete.Group>
                  )}
                </Autocomplete.List>
              </div>
            </Autocomplete.Root>
          </Dialog.Popup>
        </Dialog.Viewport>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
