import { useEffect, useState } from "react";
import { withLineFeeds, type Draft } from "./draft.ts";
import { drafts } from "./drafts.ts";
import type { KeptDraft } from "./kept-drafts.ts";

const afterMs = 300;

/**
 * Keeps what is written in this browser until it is saved, and answers what was kept by an earlier visit. Leaving the page
 * with something unsaved asks first.
 */
export function useKeptDraft(
  functionId: string,
  draft: Draft,
): {
  offered: KeptDraft | null;
  /** It is in the editor now. */
  accept: () => void;
  /** Nobody wants it. */
  dismiss: () => void;
} {
  const [offered, setOffered] = useState(() => {
    const kept = drafts.get(functionId);
    return kept !== null && kept.source !== withLineFeeds(draft.base.get().source) ? kept : null;
  });
  const isDirty = draft.isDirty.use();
  useEffect(() => {
    let timer = 0;
    const keep = () => {
      window.clearTimeout(timer);
      timer = 0;
      const source = draft.source.get();
      const { revision, source: saved } = draft.base.get();
      if (source !== withLineFeeds(saved)) drafts.keep(functionId, { source, revision, at: Date.now() });
    };
    const later = () => {
      window.clearTimeout(timer);
      timer = window.setTimeout(keep, afterMs);
    };
    const leave = () => timer !== 0 && keep();
    const stop = draft.listen(later);
    window.addEventListener("pagehide", leave);
    return () => {
      stop();
      window.removeEventListener("pagehide", leave);
      leave();
    };
  }, [functionId, draft]);
  useEffect(() => {
    if (!isDirty) return undefined;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [isDirty]);
  return {
    offered,
    accept: () => setOffered(null),
    dismiss() {
      drafts.drop(functionId);
      setOffered(null);
    },
  };
}
