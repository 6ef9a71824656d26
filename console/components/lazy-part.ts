import { lazy, type ComponentType, type LazyExoticComponent } from "react";
import { loadChunk } from "../api/load-chunk.ts";

/** A part of a page that is loaded when it is first shown. While the server is away it waits, and the page stays. */
// oxlint-disable-next-line typescript/no-explicit-any -- as React's own `lazy`: components of any properties
export const lazyPart = <Part extends ComponentType<any>>(
  load: () => Promise<{ default: Part }>,
): LazyExoticComponent<Part> => lazy(() => loadChunk(load));
