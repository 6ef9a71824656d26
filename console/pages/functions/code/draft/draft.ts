import { createStore, type Store } from "../../../../api/store.ts";
import type { KeptDraft } from "./kept-drafts.ts";
import type { FunctionDetail, Fields } from "./fields.ts";

/** The user's unsaved changes to one Function, based on one of its revisions. */
export interface Draft {
  /** The state when the changes began, or when they were last saved. */
  base: Store<FunctionDetail>;
  /** It changes with every key press, so nothing renders on it. */
  source: { get: () => string };
  /** Calls `listener` after each change of the text, until the returned function is called. */
  listen: (listener: () => void) => () => void;
  /** Only the fields that differ from `base`. */
  fields: Store<Partial<Fields>>;
  isDirty: Store<boolean>;
  /** Increases when a text is replaced from outside its editor, which is then recreated. */
  epoch: Store<number>;
  write: (source: string) => void;
  change: <Name extends keyof Fields>(name: Name, value: Fields[Name]) => void;
  /** Replaces the editor's text. */
  replaceSource: (source: string) => void;
  /** Replaces the text in the editor of the tests. */
  replaceTests: (tests: string) => void;
  /** `saved` is the server's present state; changes made since `sent` stay. */
  rebase: (saved: FunctionDetail, sent?: { source: string; fields: Partial<Fields> }) => void;
  /** Resets everything to the server's state. */
  reset: (to: FunctionDetail) => void;
}

/** CodeMirror knows only one kind of line ending; texts that differ only in line endings count as equal. */
export const withLineFeeds = (text: string): string => text.replaceAll(/\r\n?/g, "\n");

const same = (a: unknown, b: unknown) =>
  typeof a === "string" && typeof b === "string"
    ? withLineFeeds(a) === withLineFeeds(b)
    : JSON.stringify(a) === JSON.stringify(b);

/** The fields that differ from the saved ones. */
function differing(fields: Partial<Fields>, saved: FunctionDetail): Partial<Fields> {
  return Object.fromEntries(
    Object.entries(fields).filter(([name, value]) => !same(value, saved[name as keyof Fields])),
  );
}

/**
 * Starts a draft from the server's state, or resumes one that the browser has `kept`. A resumed draft keeps its base
 * revision, so saving it overwrites nothing newer.
 */
export function createDraft(initial: FunctionDetail, kept: KeptDraft | null = null): Draft {
  const saved = withLineFeeds(initial.source);
  let text = kept?.source ?? saved;
  const fields = createStore(differing(kept?.fields ?? {}, initial));
  const isDirty = createStore(text !== saved || Object.keys(fields.get()).length > 0);
  const revision = kept !== null && isDirty.get() ? Math.min(kept.revision, initial.revision) : initial.revision;
  const base = createStore({ ...initial, revision });
  const listeners = new Set<() => void>();
  const epoch = createStore(0);
  const note = () => {
    const changed = text !== withLineFeeds(base.get().source) || Object.keys(fields.get()).length > 0;
    isDirty.set(changed);
  };
  const setText = (next: string) => {
    text = next;
    note();
    for (const listener of listeners) listener();
  };
  const replaceSource = (next: string) => {
    setText(withLineFeeds(next));
    epoch.set(epoch.get() + 1);
  };
  const change: Draft["change"] = (name, value) => {
    const { [name]: _, ...others } = fields.get();
    fields.set(same(value, base.get()[name]) ? others : { ...others, [name]: value });
    note();
  };
  return {
    base,
    source: { get: () => text },
    listen(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    fields,
    isDirty,
    epoch,
    replaceSource,
    write: setText,
    replaceTests(tests) {
      change("tests", withLineFeeds(tests));
      epoch.set(epoch.get() + 1);
    },
    change,
    rebase(saved, sent) {
      base.set(saved);
      const since = Object.entries(fields.get()).filter(
        ([name, value]) => sent === undefined || !same(value, sent.fields[name as keyof Fields]),
      );
      fields.set(differing(Object.fromEntries(since), saved));
      note();
    },
    reset(to) {
      base.set(to);
      fields.set({});
      replaceSource(to.source);
    },
  };
}
