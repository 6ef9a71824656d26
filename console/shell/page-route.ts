import { createRoute, type StaticDataRouteOption } from "@tanstack/react-router";
import type { ComponentType } from "react";
import { readRoot, rootRoute } from "./root-route.ts";
import { lazyPage } from "./page/lazy-page.tsx";

/**
 * Without what is in the URL but not in the state of the page: the router adds what a page reads to what the URL says,
 * so an unknown filter would otherwise reach the API.
 */
const onlyRead = <Search extends object>(given: Record<string, unknown>, read: Search): Search => ({
  ...Object.fromEntries(Object.keys(given).map((name) => [name, undefined])),
  ...readRoot(given),
  ...read,
});

/**
 * A page inside the shell.
 * @param path such as `/functions/$functionId`
 * @param search reads the state of the page from its URL (see `searchOf`)
 * @param load loads the module of the page, when somebody goes there
 * @param name what the module calls the page
 * @param staticData what the shell has to know of the page
 */
export const pageRoute = <const Path extends string, Search extends object, Name extends string>(
  path: Path,
  search: (given: Record<string, unknown>) => Search,
  load: () => Promise<Record<Name, ComponentType>>,
  name: Name,
  staticData: StaticDataRouteOption = {},
) =>
  createRoute({
    getParentRoute: () => rootRoute,
    path,
    validateSearch: (given: Record<string, unknown>) => onlyRead(given, search(given)),
    component: lazyPage(load, name),
    staticData,
  });
