import { createRootRoute, retainSearchParams } from "@tanstack/react-router";
import { AppShell } from "./app-shell.tsx";
import { PageError } from "./page/page-error.tsx";
import { PageNotFound } from "./page/page-not-found.tsx";

interface RootSearch {
  /** Default: Development; every link keeps it. */
  environment?: "production";
  /** The Project of a link that somebody got in a message; see `useProjectOfLink`. */
  ofProject?: string;
}

/** What every page has in its URL. */
export const readRoot = ({ environment, ofProject }: Record<string, unknown>): RootSearch => ({
  ...(environment === "production" ? { environment } : {}),
  ...(typeof ofProject === "string" ? { ofProject } : {}),
});

/** The parent of every page. `environment` stays in the URL from page to page. */
export const rootRoute = createRootRoute({
  validateSearch: readRoot,
  search: { middlewares: [retainSearchParams(["environment"])] },
  component: AppShell,
  errorComponent: PageError,
  notFoundComponent: PageNotFound,
});

declare module "@tanstack/react-router" {
  interface StaticDataRouteOption {
    /** Also shown to a user who has not chosen a Project. */
    withoutProject?: true;
    /** Shows things that the Project's source describes. */
    ofSource?: true;
  }
}
