import { Menu as MenuIcon, Search } from "lucide-react";
import { useMe } from "../../api/session.ts";
import { IconButton } from "../../components/button/button.tsx";
import { classNames } from "../../components/class-names.ts";
import { Keys } from "../../components/keyboard/keys.tsx";
import { AccountMenu } from "./account-menu.tsx";
import { DeployButton } from "./deploy-button.tsx";
import { EnvironmentSwitch } from "../environment/environment-switch.tsx";
import { useEnvironment } from "../environment/environment.ts";
import { paletteShown } from "../keyboard/palette-shown.ts";
import { ProjectSwitcher } from "../project/project-switcher.tsx";

/**
 * Project and environment, always in sight; in Production the whole header shows it. A narrow screen has them in two
 * rows, so that any Project name and any number of changes fit.
 */
export function Header({ onMenu }: { onMenu: () => void }) {
  const { activeProject } = useMe();
  const production = useEnvironment() === "production" && activeProject !== null;
  return (
    <header
      className={classNames(
        "sticky top-0 z-20 flex print:hidden! h-(--header-height) content-center items-center gap-x-2 gap-y-1 border-b px-3 max-sm:flex-wrap max-sm:gap-x-1 md:px-7",
        production ? "border-production-line bg-production-soft" : "border-line bg-canvas",
      )}
    >
      {production && <div aria-hidden className="absolute inset-x-0 top-0 h-[3px] bg-production" />}
      <span className="md:hidden">
        <IconButton icon={MenuIcon} label="Open navigation" onClick={onMenu} />
      </span>
      <div className={classNames("flex min-w-0", activeProject === null ? "flex-1" : "max-sm:flex-1")}>
        <ProjectSwitcher />
      </div>
      {activeProject !== null && (
        <div className="flex items-center justify-between gap-2 max-sm:order-last max-sm:w-full sm:flex-1">
          <EnvironmentSwitch />
          {activeProject.status === "active" && !production && <DeployButton />}
        </div>
      )}
      <button
        type="button"
        className="pointer-coarse:finger flex h-8 items-center justify-center gap-2 rounded-md border border-line-strong bg-surface px-2 text-sm text-muted hover:border-control max-md:border-transparent max-md:bg-transparent lg:w-56"
        onClick={() => paletteShown.set(true)}
      >
        <Search aria-hidden size={15} />
        <span className="flex-1 text-left max-lg:sr-only">Search</span>
        <span className="max-md:hidden">
          <Keys keys="Mod+k" />
        </span>
      </button>
      <AccountMenu />
    </header>
  );
}
