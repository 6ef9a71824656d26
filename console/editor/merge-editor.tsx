import { javascript } from "@codemirror/lang-javascript";
import { MergeView } from "@codemirror/merge";
import { EditorState } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { useEffect, useRef } from "react";
import { reading, writing } from "./code-mirror/basic-setup.ts";

interface MergeEditorProps {
  /** The left text, read-only. */
  before: string;
  beforeLabel: string;
  /** The right text. */
  after: string;
  afterLabel: string;
  /** Makes the right text editable; single changes can be taken over from the left. */
  onChange?: (text: string) => void;
  /** A CSS height. */
  height?: string;
}

/** Two texts side by side: differences are coloured and everything else is folded. */
export function MergeEditor({ before, beforeLabel, after, afterLabel, onChange, height = "60dvh" }: MergeEditorProps) {
  const holder = useRef<HTMLDivElement>(null);
  const latest = useRef(onChange);
  latest.current = onChange;
  const initial = useRef(after);
  if (onChange === undefined) initial.current = after;
  const isWritten = onChange !== undefined;
  useEffect(() => {
    const side = (label: string) => [
      javascript({ typescript: true }),
      EditorView.contentAttributes.of({ "aria-label": label, tabindex: "0" }),
    ];
    const merge = new MergeView({
      parent: holder.current as HTMLDivElement,
      a: { doc: before, extensions: [reading(), side(beforeLabel)] },
      b: {
        doc: initial.current,
        extensions: [
          isWritten ? writing() : reading(),
          side(afterLabel),
          EditorState.tabSize.of(2),
          EditorView.updateListener.of(({ docChanged, state }) => {
            if (docChanged) latest.current?.(state.doc.toString());
          }),
        ],
      },
      ...(isWritten ? { revertControls: "a-to-b" as const } : {}),
      collapseUnchanged: { margin: 3, minSize: 4 },
      gutter: true,
    });
    return () => merge.destroy();
  }, [before, beforeLabel, afterLabel, isWritten, isWritten ? null : after]);
  return (
    <div className="min-w-0 overflow-hidden rounded-md border border-line bg-surface">
      <div className="grid grid-cols-2 border-b border-line bg-sunken text-xs text-muted">
        <span className="truncate px-3 py-1.5">{beforeLabel}</span>
        <span className="truncate border-l border-line px-3 py-1.5">{afterLabel}</span>
      </div>
      <div
        ref={holder}
        style={{ maxHeight: height }}
        // The arrows are smaller by themselves than a finger.
        className="overflow-auto [&_.cm-merge-revert]:w-6! [&_.cm-merge-revert_button]:min-h-6"
      />
    </div>
  );
}
