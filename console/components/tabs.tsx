import { Tabs as Base } from "@base-ui/react/tabs";
import type { ReactNode } from "react";

export interface Tab<V extends string> {
  value: V;
  label: string;
  /** A count after the label, in small type. */
  count?: number | undefined;
  content: ReactNode;
}

interface TabsProps<V extends string> {
  /** The subject of the tabs, for a screen reader. */
  label: string;
  tabs: readonly Tab<V>[];
  value: V;
  /** Write the tab into the URL: `navigate({ search: (now) => ({ ...now, tab }) })`. */
  onChange: (value: V) => void;
}

/** Parts of one page. Keep the open one in the URL. */
export function Tabs<V extends string>({ label, tabs, value, onChange }: TabsProps<V>) {
  return (
    <Base.Root value={value} onValueChange={(next) => onChange(next as V)}>
      <Base.List
        aria-label={label}
        className="relative mb-5 flex gap-1 overflow-x-auto border-b border-line [scrollbar-width:none]"
      >
        {tabs.map((tab) => (
          <Base.Tab
            key={tab.value}
            value={tab.value}
            className="pointer-coarse:finger flex h-9 shrink-0 items-center gap-1.5 rounded-t-md border-b-2 border-transparent px-3 text-sm font-medium text-muted outline-offset-[-2px] hover:text-ink data-active:border-primary data-active:text-ink"
          >
            {tab.label}
            {tab.count !== undefined && (
              <span className="rounded-full bg-sunken px-1.5 text-2xs text-muted">{tab.count}</span>
            )}
          </Base.Tab>
        ))}
      </Base.List>
      {tabs.map((tab) => (
        <Base.Panel key={tab.value} value={tab.value} className="outline-offset-4">
          {tab.content}
        </Base.Panel>
      ))}
    </Base.Root>
  );
}
