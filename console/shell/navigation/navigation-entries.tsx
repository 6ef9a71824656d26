import { Link } from "@tanstack/react-router";
import { BookOpen } from "lucide-react";

import { navigation } from "./navigation.ts";
import { WaitingApprovals } from "./waiting-approvals.tsx";

const entryClass =
  "pointer-coarse:finger flex h-8 items-center gap-2.5 rounded-md px-2.5 text-sm text-muted hover:bg-hover hover:text-ink " +
  "aria-[current=page]:bg-selected aria-[current=page]:font-medium aria-[current=page]:text-ink";

/** The product's name, linked to its first page. */
export const Brand = () => (
  <Link to="/" className="flex h-(--header-height) shrink-0 items-center gap-2 px-4.5 font-semibold tracking-tight">
    <img src="/ferrule.svg" alt="" width={22} height={22} />
    Ferrule
  </Link>
);

/** Every page, in groups. */
export const Entries = ({ onFollow }: { onFollow?: () => void }) => (
  <nav aria-label="Main" className="flex flex-1 flex-col gap-4 overflow-y-auto px-2.5 pt-1 pb-4">
    {navigation.map(({ title, entries }) => (
      <div key={title ?? "top"} className="grid gap-px last:mt-auto">
        {title !== null && <h2 className="px-2.5 pb-1 text-2xs font-medium text-faint">{title}</h2>}
        {entries.map(({ label, to, icon: Icon }) => (
          <Link
            key={to}
            to={to}
            activeOptions={{ exact: to === "/", includeSearch: false }}
            className={entryClass}
            onClick={onFollow}
          >
            <Icon aria-hidden size={16} strokeWidth={1.75} />
            {label}
            {to === "/approvals" && <WaitingApprovals />}
          </Link>
        ))}
        {title === "Installation" && (
          <a href="/docs" target="_blank" rel="noreferrer" className={entryClass}>
            <BookOpen aria-hidden size={16} strokeWidth={1.75} />
            Docs
          </a>
        )}
      </div>
    ))}
  </nav>
);
