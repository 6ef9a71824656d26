import type { LucideIcon } from "lucide-react";
import type { ComponentProps, ReactNode } from "react";
import { EmptyState } from "../../components/states.tsx";
import { List } from "../../components/table/list.tsx";

interface ListTabProps<Row> extends Pick<ComponentProps<typeof List<Row>>, "label" | "columns" | "pages" | "Bulk"> {
  /** What is listed, in a sentence or two. */
  about: string;
  /** The button beside it. */
  action: ReactNode;
  /** The icon, the title and the text when there is none. */
  icon: LucideIcon;
  none: string;
  aboutNone?: string;
  /** What opens over the page, or an error above the list. */
  children?: ReactNode;
}

/** A tab of the settings with one list, and what can be done with it. */
export const ListTab = <Row extends { id: string }>(props: ListTabProps<Row>) => {
  const { about, action, icon, none, aboutNone, children, ...list } = props;
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-center gap-3">
        <p className="min-w-0 flex-1 text-sm text-muted">{about}</p>
        {action}
      </div>
      <List
        {...list}
        rowKey={({ id }) => id}
        empty={
          <EmptyState icon={icon} title={none}>
            {aboutNone}
          </EmptyState>
        }
      />
      {children}
    </div>
  );
};
