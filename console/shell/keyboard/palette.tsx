import { Autocomplete } from "@base-ui/react/autocomplete";
import { Dialog } from "@base-ui/react/dialog";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import {
  Activity,
  BookOpen,
  CalendarClock,
  Database,
  FileText,
  Footprints,
  MessageSquareText,
  Moon,
  Plug,
  Rocket,
  Search,
  SquareFunction,
  Sun,
  Wrench,
  type LucideIcon,
} from "lucide-react";
import { useState } from "react";
import { useMe } from "../../api/session.ts";
import { useOperation, type AnswerOf } from "../../api/use-operation.ts";
import { environmentNames } from "../environment/environment-names.ts";
import { useEnvironment, useSetEnvironment } from "../environment/environment.ts";
import { navigation } from "../navigation/navigation.ts";
import { paletteShown } from "./palette-shown.ts";
import { theme } from "../page/theme.ts";

interface Entry {
  value: string;
  label: string;
  detail?: string;
  icon: LucideIcon;
  run: () => void;
}

interface Group {
  value: string;
  items: Entry[];
}

type Found = AnswerOf<"search">["items"][number];

const kinds: Record<Found["kind"], [string, LucideIcon]> = {
  function: ["Function", SquareFunction],
  endpoint: ["Endpoint", Plug],
  tool: ["Tool", Wrench],
  resource: ["Resource", FileText],
  prompt: ["Prompt", MessageSquareText],
  route: ["Route", Wrench],
  deployment: ["Deployment", Rocket],
  execution: ["Execution", Activity],
  run: ["Run", Footprints],
  cron: ["Cron", CalendarClock],
  collection: ["Collection", Database],
};

/** Opens the chosen result. */
function useOpenFound(): (found: Found) => void {
  const navigate = useNavigate();
  return ({ kind, id, endpointId }) => {
    if (kind === "function") void navigate({ to: "/functions/$functionId", params: { functionId: id } });
    else if (kind === "deployment") void navigate({ to: "/deployments/$deploymentId", params: { deploymentId: id } });
    else if (kind === "execution") void navigate({ to: "/executions/$executionId", params: { executionId: id } });
    else if (kind === "run") void navigate({ to: "/runs/$runId", params: { runId: id } });
    else if (kind === "cron") void navigate({ to: "/crons", search: { cron: id } });
    else if (kind === "collection") void navigate({ to: "/data", search: { collection: id } });
    else void navigate({ to: "/endpoints/$endpointId", params: { endpointId: endpointId ?? id } });
  };
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
  const open = useOpenFound();
  const environment = useEnvironment();
  const setEnvironment = useSetEnvironment();
  const { activeProject } = useMe();
  const { data, isFetching } = useOperation(
    "search",
    { query: { q } },
    { enabled: q !== "" && activeProject !== null, placeholderData: keepPreviousData, staleTime: 2_000 },
  );
  const foundDocs = useFoundDocs(q);
  const matches = (label: string) => label.toLowerCase().includes(q.toLowerCase());
  const other = environment === "production" ? "development" : "production";
  const actions: Entry[] = [
    { value: "environment", label: `Show ${environmentNames[other]}`, icon: Rocket, run: () => setEnvironment(other) },
    { value: "dark", label: "Dark theme", icon: Moon, run: () => theme.set("dark") },
    { value: "light", label: "Light theme", icon: Sun, run: () => theme.set("light") },
    { value: "start", label: "First steps", icon: FileText, run: () => void navigate({ to: "/start" }) },
  ];
  if (import.meta.env.DESIGN_PAGE)
    actions.push({ value: "design", label: "Design", icon: FileText, run: () => void navigate({ to: "/design" }) });
  const groups: Group[] = [
    {
      value: "Found",
      items: (q === "" ? [] : (data?.items ?? [])).map((found) => ({
        value: `${found.kind} ${found.id}`,
        label: found.name,
        detail: `${kinds[found.kind][0]} · ${found.detail}`,
        icon: kinds[found.kind][1],
        run: () => open(found),
      })),
    },
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
      className="flex min-h-9 cursor-default items-center gap-2.5 rounded-md px-2.5 text-sm select-none data-highlighted:bg-selected"
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
                  placeholder="Page, Function, endpoint, tool, or a request id"
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
