import { useNavigate } from "@tanstack/react-router";
import { shortcutsShown, useShortcuts } from "../../components/keyboard/shortcuts.ts";
import { navigation } from "../navigation/navigation.ts";
import { paletteShown } from "./palette-shown.ts";

/** The shortcuts that every page has. */
export function useShellShortcuts(): void {
  const navigate = useNavigate();
  useShortcuts([
    { keys: "Mod+k", does: "Search or jump to", run: () => paletteShown.set(!paletteShown.get()) },
    { keys: "?", does: "Show shortcuts", run: () => shortcutsShown.set(true) },
    ...navigation.flatMap(({ entries }) =>
      entries.flatMap(({ key, label, to }) =>
        key === undefined ? [] : [{ keys: `g ${key}`, does: `Go to ${label}`, run: () => void navigate({ to }) }],
      ),
    ),
  ]);
}
