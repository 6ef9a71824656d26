import { javascript } from "@codemirror/lang-javascript";
import { EditorSelection, EditorState } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { useEffect, useRef } from "react";
import { reading } from "./code-mirror/basic-setup.ts";
import type { Place } from "./language/language.ts";

/** How many lines of comments to show above a declaration. */
const linesAbove = 8;

/** The offset in the text where the lines above a place begin. */
function beginningOf(text: string, place: Place): number {
  let at = place.from;
  for (let line = 0; line <= linesAbove && at > 0; line += 1) at = text.lastIndexOf("\n", at - 1);
  return Math.max(0, at + 1);
}

/** Shows a declaration read-only, with the comment above it and everything below it. */
export function DeclarationView({ label, text, place }: { label: string; text: string; place: Place }) {
  const holder = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // Lines further above are left out: scrolling past a thousand lines that were never measured ends in the wrong
    // place.
    const start = beginningOf(text, place);
    const view = new EditorView({
      parent: holder.current as HTMLDivElement,
      state: EditorState.create({
        doc: text.slice(start),
        selection: EditorSelection.range(place.from - start, place.to - start),
        extensions: [
          reading(),
          javascript({ typescript: true }),
          EditorView.contentAttributes.of({ "aria-label": label, tabindex: "0" }),
        ],
      }),
    });
    return () => view.destroy();
  }, [label, text, place]);
  return <div ref={holder} className="h-[50dvh] overflow-hidden rounded-md border border-line" />;
}
