import { createRoute } from "@tanstack/react-router";
import { lazyPage } from "../../shell/page/lazy-page.tsx";
import { rootRoute } from "../../shell/root-route.ts";
import { settingsSearch } from "./search.ts";

const settingsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/settings",
  staticData: { withoutProject: true },
  validateSearch: settingsSearch,
  component: lazyPage(() => import("./settings-page.tsx"), "SettingsPage"),
});

export const settingsRoutes = [settingsRoute] as const;
