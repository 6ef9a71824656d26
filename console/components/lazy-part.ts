import { lazy, type ComponentType, type LazyExoticComponent } from "react";
import { loadChunk } from "../api/load-chunk.ts";

/**
 * A part of a page that is loaded when it is first shown: what a module exports under `name`. While the server is away
 * it waits, and the current page stays.
 */
// oxlint-disable-next-line typescript/no-explicit-any -- as React's own `lazy`: components of any properties
export const lazyPart = <Name extends string = "default", Part extends ComponentType<any> = ComponentType<any>>(
  load: () => Promise<Readonly<Record<Name, Part>>>,
  name: Name = "default" as Name,
): LazyExoticComponent<Part> => lazy(async () => ({ default: (await loadChunk(load))[name] }));
