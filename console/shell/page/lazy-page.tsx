import { lazy, type ComponentType } from "react";
import { loadChunk, tryChunk } from "../../api/load-chunk.ts";

/** A page whose chunk is loaded on navigation. */
export interface LazyPage {
  (): React.ReactNode;
  /** Loads it, waiting for a server that is away. */
  preload: () => Promise<void>;
  /** Loads it for a visit to `href`; returns false when the server is away. */
  tryLoad: (href: string) => Promise<boolean>;
}

/** The page that a module exports under `name`. */
export function lazyPage<Name extends string>(load: () => Promise<Record<Name, ComponentType>>, name: Name): LazyPage {
  let Page: ComponentType | undefined;
  const keep = (chunk: Record<Name, ComponentType>) => {
    Page = chunk[name];
    return Page;
  };
  const Late = lazy(async () => ({ default: keep(await loadChunk(load)) }));
  const Lazy = () => (Page === undefined ? <Late /> : <Page />);
  return Object.assign(Lazy, {
    preload: async () => void (Page ?? keep(await loadChunk(load))),
    async tryLoad(href: string) {
      if (Page !== undefined) return true;
      const chunk = await tryChunk(load, href);
      return chunk !== null && keep(chunk) !== undefined;
    },
  });
}
