import { useMatch } from "@tanstack/react-router";
import { useEffect, useLayoutEffect, useRef, type ReactNode } from "react";
import { session } from "../api/session.ts";
import { announce } from "./announce.tsx";
import { classNames } from "./class-names.ts";
import { titleMark } from "./title-mark.ts";

interface PageProps {
  /** Also the document's title, and the text that a screen reader announces on arrival. */
  title: string;
  /** Replaces the plain title, for example by one with a badge or an editable name. */
  heading?: ReactNode;
  /** Links to the pages above this one. */
  above?: ReactNode;
  /** One sentence about what the page holds; for lists. */
  description?: ReactNode;
  /** Buttons; the main one comes last. */
  actions?: ReactNode;
  /** `full` for content that needs the whole width: an editor or a grid. */
  width?: "normal" | "full";
  children: ReactNode;
}

let arrivedAt: string | undefined;
/** The title that got the focus on arrival. */
let arrivedOn: HTMLElement | null = null;

/** The common layout of a page: links above it, its title and actions, then its content. */
export function Page({ title, heading, above, description, actions, width = "normal", children }: PageProps) {
  // Use the page's own path: the router's path already belongs to the next page while this one is still visible.
  const pathname = useMatch({ strict: false, select: (match) => match.pathname });
  const state = session.use();
  const projectName = state.kind === "signed-in" || state.kind === "ended" ? state.me.activeProject?.name : undefined;
  const mark = titleMark.use();
  const titleRef = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = mark + [title, projectName, "Ferrule"].filter(Boolean).join(" · ");
  }, [mark, title, projectName]);
  useEffect(() => {
    const first = arrivedAt === undefined;
    if (arrivedAt === pathname) return;
    arrivedAt = pathname;
    if (first) return;
    announce(title);
    arrivedOn = titleRef.current;
    arrivedOn?.focus({ preventScroll: true });
    // The focus moves to the title when the page changes, not when the title changes because its data came.
    // oxlint-disable-next-line react/exhaustive-deps -- the title alone may come later, with its data
  }, [pathname]);
  useLayoutEffect(() => {
    // The loading placeholder had the focus and has been replaced by the real title.
    if (arrivedAt !== pathname || arrivedOn?.isConnected !== false || document.activeElement !== document.body) return;
    arrivedOn = titleRef.current;
    arrivedOn?.focus({ preventScroll: true });
  }, [pathname]);
  return (
    <div className={classNames("mx-auto w-full px-4 pt-5 pb-16 md:px-7", width === "normal" && "max-w-[90rem]")}>
      <header className="mb-5">
        {above !== undefined && (
          <nav aria-label="Above" className="mb-1 flex items-center gap-1.5 text-sm text-muted">
            {above}
          </nav>
        )}
        <div className="flex flex-wrap items-start gap-x-6 gap-y-3">
          <div className="min-w-[min(100%,16rem)] flex-1">
            <h1 ref={titleRef} tabIndex={-1} className="text-xl font-semibold outline-none">
              {heading ?? title}
            </h1>
            {description !== undefined && <p className="mt-0.5 max-w-3xl text-sm text-muted">{description}</p>}
          </div>
          {actions !== undefined && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
        </div>
      </header>
      {children}
    </div>
  );
}
