import { Outlet, useLocation, useMatches } from "@tanstack/react-router";
import { Suspense, useEffect, useState } from "react";
import { lazyPart } from "../components/lazy-part.tsx";
import { useMe } from "../api/session.ts";
import { deletions } from "../api/undo/deletions.ts";
import { Announcer } from "../components/announce.tsx";
import { classNames } from "../components/class-names.ts";
import { shortcutsShown } from "../components/keyboard/shortcuts.ts";
import { ChooseProject } from "./project/choose-project.tsx";
import { ConnectionBanner } from "./banner/connection-banner.tsx";
import { deployShown } from "./page/deploy-shown.ts";
import { Header } from "./header/header.tsx";
import { ManagedBanner } from "./banner/managed-banner.tsx";
import { OtherProjectDialog } from "./project/other-project-dialog.tsx";
import { PasswordBanner } from "./banner/password-banner.tsx";
import { Sidebar } from "./navigation/sidebar.tsx";
import { PagePending } from "./page/page-pending.tsx";
import { paletteQuestion } from "./keyboard/palette-question.ts";
import { paletteShown } from "./keyboard/palette-shown.ts";
import { useProjectOfLink } from "./project/use-project-of-link.ts";
import { useShellShortcuts } from "./keyboard/use-shell-shortcuts.ts";

const Palette = lazyPart(() => import("./keyboard/palette.tsx"));
const AskPaletteQuestion = lazyPart(() => import("./keyboard/ask-palette-question.tsx"), "AskPaletteQuestion");
const DeployDialog = lazyPart(() => import("../pages/deployments/deploy-dialog.tsx"), "DeployDialog");
const LinkOfProject = lazyPart(() => import("./project/link-of-project.tsx"), "LinkOfProject");
const ShortcutsDialog = lazyPart(() => import("./keyboard/shortcuts-dialog.tsx"));

/** Surrounds every page: navigation, Project and environment, search, and the banners. */
export function AppShell() {
  const { activeProject } = useMe();
  const [menuOpen, setMenuOpen] = useState(false);
  const withoutProject = useMatches({
    select: (matches) => matches.some(({ staticData }) => staticData.withoutProject),
  });
  const { pathname } = useLocation();
  useEffect(() => {
    // A link in the dialog, or its completion, leads to another page.
    deployShown.set(false);
    deletions.leave(pathname);
  }, [pathname]);
  useShellShortcuts();
  const question = paletteQuestion.use();
  const projectOfLink = useProjectOfLink();
  return (
    <div
      className={classNames(
        "min-h-dvh md:grid print:block! md:grid-cols-[13.5rem_minmax(0,1fr)]",
        // The header has two rows on a narrow screen.
        activeProject !== null && "max-sm:[--header-height:5rem] max-sm:pointer-coarse:[--header-height:6.75rem]",
      )}
    >
      <a
        href="#main"
        className="quiet print:hidden! z-50 rounded-md bg-primary px-3 py-2 text-sm text-on-primary focus:fixed focus:top-2 focus:left-2 focus:h-auto focus:w-auto focus:[clip-path:none]"
      >
        Skip to content
      </a>
      <Sidebar open={menuOpen} onClose={() => setMenuOpen(false)} />
      <div className="flex min-w-0 flex-col">
        <Header onMenu={() => setMenuOpen(true)} />
        <ConnectionBanner />
        <PasswordBanner />
        <ManagedBanner />
        <main id="main" tabIndex={-1} className="min-w-0 flex-1 outline-none">
          {projectOfLink !== null ? (
            <LinkOfProject projectId={projectOfLink} />
          ) : activeProject === null && !withoutProject ? (
            <ChooseProject />
          ) : (
            <Suspense fallback={<PagePending />}>
              <Outlet />
            </Suspense>
          )}
        </main>
      </div>
      <OtherProjectDialog />
      <Announcer />
      {paletteShown.use() && <Palette />}
      {question && <AskPaletteQuestion question={question} onClose={() => paletteQuestion.set(null)} />}
      {deployShown.use() && <DeployDialog onClose={() => deployShown.set(false)} />}
      {shortcutsShown.use() && <ShortcutsDialog />}
    </div>
  );
}
