import { Dialog } from "../../components/overlay/dialog.tsx";
import { Keys } from "../../components/keyboard/keys.tsx";
import { listShortcuts, shortcutsShown } from "../../components/keyboard/shortcuts.ts";

/** Every shortcut of the page that is open. */
export default function ShortcutsDialog() {
  return (
    <Dialog
      open
      onClose={() => shortcutsShown.set(false)}
      title="Shortcuts"
      description="While you type, only shortcuts with a modifier key work."
      size="sm"
    >
      <dl className="grid grid-cols-[1fr_auto] gap-x-6 gap-y-2 text-sm">
        {listShortcuts().map(({ keys, does }) => (
          <div key={keys} className="contents">
            <dt>{does}</dt>
            <dd className="justify-self-end">
              <Keys keys={keys} />
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
