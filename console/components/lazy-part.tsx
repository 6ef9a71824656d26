import { lazy, Suspense, type ComponentProps, type ComponentType, type ReactNode } from "react";
import { loadChunk } from "../api/load-chunk.ts";

/**
 * A part of a page that is loaded when it is first shown: what a module exports under `name`. While the server is away
 * it waits, and the page stays.
 * @param waiting takes its place until then; a dialog needs nothing
 */
// oxlint-disable-next-line typescript/no-explicit-any -- as React's own `lazy`: components of any properties
export function lazyPart<Name extends string = "default", Part extends ComponentType<any> = ComponentType<any>>(
  load: () => Promise<Readonly<Record<Name, Part>>>,
  name: Name = "default" as Name,
  waiting: ReactNode = null,
) {
  const Late = lazy(async () => ({ default: (await loadChunk(load))[name] }));
  return (props: ComponentProps<Part>) => (
    <Suspense fallback={waiting}>
      <Late {...props} />
    </Suspense>
  );
}
