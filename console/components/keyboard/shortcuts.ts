import { useEffect, useRef } from "react";
import { createStore } from "../../api/store.ts";

export interface Shortcut {
  /** `j`, `?`, `Mod+Enter`, `g f` (a sequence). `Mod` is Ctrl, or Cmd on a Mac. */
  keys: string;
  /** What it does, for the list that `?` shows. */
  does: string;
  run: () => void;
}

const shortcuts = new Set<{ current: readonly Shortcut[] }>();

/** Whether the list of shortcuts is open. */
export const shortcutsShown = createStore(false);

/** Every shortcut that is active on the screen, the page's own first. */
export const listShortcuts = (): Shortcut[] => [...shortcuts].toReversed().flatMap(({ current }) => current);

export const isMac = /Mac|iPhone|iPad/.test(navigator.platform);

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target.matches("input:not([type=checkbox], [type=radio]), textarea, select, [role=combobox], .cm-editor *"));

/**
 * An open dialog, menu or list takes the whole keyboard. A toast does not, although screen readers see it as a dialog.
 */
const occupying = ["dialog", "alertdialog", "menu", "listbox"]
  .map((role) => `[role=${role}]:not([data-toast])`)
  .join(", ");
const isOccupied = () => document.querySelector(occupying) !== null;

function nameOf(event: KeyboardEvent): string {
  const mod = isMac ? event.metaKey : event.ctrlKey;
  const key = event.key === " " ? "Space" : event.key;
  return `${mod ? "Mod+" : ""}${event.altKey ? "Alt+" : ""}${mod && event.shiftKey ? "Shift+" : ""}${mod ? key.toLowerCase().replace("enter", "Enter") : key}`;
}

let before = "";

document.addEventListener("keydown", (event) => {
  if (event.defaultPrevented || event.isComposing) return;
  const name = nameOf(event);
  const withMod = name.startsWith("Mod+");
  // Without Ctrl or Cmd, a key is text for someone who types, and a choice in an open list.
  if (!withMod && (isTyping(event.target) || isOccupied())) return;
  const all = listShortcuts();
  // After g, x goes to another page, although alone it does something on this one.
  const found = all.find(({ keys }) => keys === `${before} ${name}`) ?? all.find(({ keys }) => keys === name);
  before = /^[a-z]$/.test(name) ? name : "";
  if (!found) return;
  before = "";
  event.preventDefault();
  found.run();
});

/** Registers shortcuts while the component is mounted. While the user types, only those with Mod fire. */
export function useShortcuts(given: readonly Shortcut[]): void {
  const ref = useRef(given);
  ref.current = given;
  useEffect(() => {
    shortcuts.add(ref);
    return () => {
      shortcuts.delete(ref);
    };
  }, []);
}
