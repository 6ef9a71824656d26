import { useEffect, useState } from "react";
import { withLineFeeds, type Draft } from "./draft.ts";
import { drafts } from "./drafts.ts";

const afterMs = 300;

/**
 * Keeps every change to a Function in this browser until it is saved or reverted. Returns whether the browser has room
 * for it. If not, closing the page asks first.
 */
export function useKeptDraft(functionId: string, draft: Draft): boolean {
  const [hasRoom, setRoom] = useState(true);
  const isDirty = draft.isDirty.use();
  useEffect(() => {
    let timer = 0;
    const keep = () => {
      window.clearTimeout(timer);
      timer = 0;
      if (!draft.isDirty.get()) {
        drafts.drop(functionId);
        return true;
      }
      const { revision: over, source: saved } = draft.base.get();
      const text = draft.source.get();
      const source = text === withLineFeeds(saved) ? null : text;
      return drafts.keep(functionId, { source, fields: draft.fields.get(), revision: over, at: Date.now() });
    };
    const later = () => {
      window.clearTimeout(timer);
      timer = window.setTimeout(() => setRoom(keep()), afterMs);
    };
    // Another tab may have saved and dropped the draft that both had changed.
    const leave = () => (timer !== 0 || draft.isDirty.get()) && keep();
    const parts = [draft, draft.fields, draft.isDirty, draft.base];
    const stops = parts.map((part) => part.listen(later));
    later();
    window.addEventListener("pagehide", leave);
    return () => {
      for (const stop of stops) stop();
      window.removeEventListener("pagehide", leave);
      leave();
    };
  }, [functionId, draft]);
  useEffect(() => {
    if (!isDirty || hasRoom) return undefined;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [isDirty, hasRoom]);
  return hasRoom;
}
