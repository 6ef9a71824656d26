import { useState } from "react";
import { lazyPart } from "../../components/lazy-part.tsx";
import { Brand, Entries } from "./navigation-entries.tsx";

const NarrowNavigation = lazyPart(() => import("./narrow-navigation.tsx"));

/** The navigation to every page: beside it, or on narrow screens in a drawer that is loaded on first use. */
export function Sidebar({ open, onClose }: { open: boolean; onClose: () => void }) {
  const [wasOpened, setOpened] = useState(open);
  if (open && !wasOpened) setOpened(true);
  return (
    <>
      <aside
        aria-label="Sidebar"
        className="sticky top-0 hidden h-dvh flex-col border-r border-line bg-canvas md:flex print:hidden!"
      >
        <Brand />
        <Entries />
      </aside>
      {wasOpened && <NarrowNavigation open={open} onClose={onClose} />}
    </>
  );
}
