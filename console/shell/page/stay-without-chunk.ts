import type { AnyRouter, BlockerFn } from "@tanstack/react-router";
import { connection } from "../../api/connection.ts";
import { createStore } from "../../api/store.ts";
import type { LazyPage } from "./lazy-page.tsx";

/** The page that the user wanted when the server was away; null when there is none. */
export const refusedPage = createStore<string | null>(null);

/** If the server responded a moment ago, a page that takes longer than this shows that it is loading. */
const patienceMs = 150;

const after = (ms: number) => new Promise<true>((resolve) => setTimeout(() => resolve(true), ms));
const isLazy = (component: unknown): component is LazyPage => typeof component === "function" && "tryLoad" in component;

/** Keeps the current page and its address when the next page's chunk cannot be loaded because the server is away. */
export function stayWithoutChunk(router: AnyRouter): void {
  const blockerFn: BlockerFn = async ({ currentLocation, nextLocation }) => {
    if (currentLocation.pathname === nextLocation.pathname) return false;
    const [matched] = router.getMatchedRoutes(nextLocation.pathname);
    const pages = matched.map(({ options }) => options.component as unknown).filter(isLazy);
    const loading = Promise.all(pages.map((page) => page.tryLoad(nextLocation.href))).then(
      (loaded) => loaded.every(Boolean),
      // The page reports the error itself.
      () => true,
    );
    const isLoaded = await (connection.get() === "lost" ? loading : Promise.race([loading, after(patienceMs)]));
    refusedPage.set(isLoaded ? null : nextLocation.href);
    return !isLoaded;
  };
  router.history.block({ enableBeforeUnload: false, blockerFn });
}
