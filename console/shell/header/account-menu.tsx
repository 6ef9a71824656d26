import { useNavigate } from "@tanstack/react-router";
import { CircleUserRound, Keyboard, LogOut, Monitor, Moon, Settings, Sun } from "lucide-react";
import { useMe } from "../../api/session.ts";
import { IconButton } from "../../components/button/button.tsx";
import { Menu } from "../../components/overlay/menu.tsx";
import { shortcutsShown } from "../../components/keyboard/shortcuts.ts";
import { toastError } from "../../components/overlay/toast.tsx";
import { signOut } from "../sign-in/sign-out.ts";
import { theme, type Theme } from "../page/theme.ts";

const themes = [
  ["system", "System", Monitor],
  ["light", "Light", Sun],
  ["dark", "Dark", Moon],
] as const satisfies readonly (readonly [Theme, string, unknown])[];

/** The signed-in user's menu: theme, settings, sign out. */
export function AccountMenu() {
  const { user } = useMe();
  const navigate = useNavigate();
  const chosen = theme.use();
  return (
    <Menu
      trigger={<IconButton icon={CircleUserRound} label={`Account of ${user.email}`} />}
      groups={[
        {
          title: `${user.email} · ${user.role}`,
          entries: [
            { label: "Settings", icon: Settings, onSelect: () => void navigate({ to: "/settings" }) },
            { label: "Shortcuts", icon: Keyboard, hint: "?", onSelect: () => shortcutsShown.set(true) },
          ],
        },
        {
          title: "Theme",
          entries: themes.map(([value, label, icon]) => ({
            label,
            icon,
            checked: value === chosen,
            onSelect: () => theme.set(value),
          })),
        },
        { entries: [{ label: "Sign out", icon: LogOut, onSelect: () => void signOut().catch(toastError) }] },
      ]}
    />
  );
}
