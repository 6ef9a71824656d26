import { Tabs as Base } from "@base-ui/react/tabs";
import { useId, type ReactNode } from "react";
import { classNames } from "./class-names.ts";

export interface Tab<V extends string> {
  value: V;
  label: string;
  /** A count after the label, in small type. */
  count?: number | undefined;
  /** What stands above the tabs that belong together. Give it to all tabs or to none, and keep each group together. */
  group?: string;
  content: ReactNode;
}

const line = "gap-1 overflow-x-auto border-b border-line [scrollbar-width:none]";

interface TabsProps<V extends string> {
  /** The subject of the tabs, for a screen reader. */
  label: string;
  tabs: readonly Tab<V>[];
  value: V;
  /** Write the tab into the URL: `navigate({ search: (now) => ({ ...now, tab }) })`. */
  onChange: (value: V) => void;
}

const OneTab = <V extends string>({ tab, group }: { tab: Tab<V>; group: string | undefined }) => (
  <Base.Tab
    value={tab.value}
    aria-describedby={group}
    className="flex h-9 shrink-0 items-center gap-1.5 rounded-t-md border-b-2 border-transparent px-3 text-sm font-medium text-muted outline-offset-[-2px] hover:text-ink data-active:border-primary data-active:text-ink"
  >
    {tab.label}
    {tab.count !== undefined && <span className="rounded-full bg-sunken px-1.5 text-2xs text-muted">{tab.count}</span>}
  </Base.Tab>
);

/** The tabs of one group, below its name. A screen reader reads the name with each of them. */
function TabGroup<V extends string>({ name, tabs }: { name: string; tabs: readonly Tab<V>[] }) {
  const id = useId();
  return (
    <div className="max-w-full min-w-0">
      <span id={id} aria-hidden className="block px-3 text-xs text-muted">
        {name}
      </span>
      <div className={`flex ${line}`}>
        {tabs.map((tab) => (
          <OneTab key={tab.value} tab={tab} group={id} />
        ))}
      </div>
    </div>
  );
}

/** Parts of one page, in groups if they have some. Keep the open one in the URL. */
export function Tabs<V extends string>({ label, tabs, value, onChange }: TabsProps<V>) {
  const groups = Map.groupBy(tabs, ({ group = "" }) => group);
  return (
    <Base.Root value={value} onValueChange={(next) => onChange(next as V)}>
      <Base.List
        aria-label={label}
        className={classNames("relative mb-5 flex", groups.size > 1 ? "flex-wrap gap-x-5 gap-y-2" : line)}
      >
        {groups.size > 1
          ? [...groups].map(([name, its]) => <TabGroup key={name} name={name} tabs={its} />)
          : tabs.map((tab) => <OneTab key={tab.value} tab={tab} group={undefined} />)}
      </Base.List>
      {tabs.map((tab) => (
        <Base.Panel key={tab.value} value={tab.value} className="outline-offset-4">
          {tab.content}
        </Base.Panel>
      ))}
    </Base.Root>
  );
}
