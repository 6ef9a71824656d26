import { createRoute } from "@tanstack/react-router";
import { lazyPage } from "../../shell/page/lazy-page.tsx";
import { rootRoute } from "../../shell/root-route.ts";
import { said, searchText } from "../../shell/page/search-params.ts";

interface DeviceSearch {
  /** The code that the terminal shows. */
  code?: string | undefined;
}

const deviceRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/device",
  validateSearch: (search: Record<string, unknown>): DeviceSearch =>
    said<DeviceSearch>({ code: searchText(search["code"], 40) }),
  staticData: { withoutProject: true },
  component: lazyPage(() => import("./device-page.tsx"), "DevicePage"),
});

export const deviceRoutes = [deviceRoute] as const;
