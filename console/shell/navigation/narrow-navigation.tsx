import { Drawer } from "@base-ui/react/drawer";
import { Brand, Entries } from "./navigation-entries.tsx";

/** The navigation on a narrow screen, over the page. */
export default function NarrowNavigation({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Drawer.Root open={open} onOpenChange={(next) => !next && onClose()} swipeDirection="left">
      <Drawer.Portal>
        <Drawer.Backdrop className="fixed inset-0 z-30 bg-scrim transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0" />
        <Drawer.Viewport className="fixed inset-0 z-30 flex">
          <Drawer.Popup className="flex h-full w-64 flex-col border-r border-line bg-canvas shadow-raised transition-transform outline-none data-ending-style:-translate-x-full data-starting-style:-translate-x-full">
            <Drawer.Title className="quiet">Navigation</Drawer.Title>
            <Brand />
            <Entries onFollow={onClose} />
          </Drawer.Popup>
        </Drawer.Viewport>
      </Drawer.Portal>
    </Drawer.Root>
  );
}
