import { createStore, type Store } from "../../../api/store.ts";
import type { KeptDraft } from "./kept-drafts.ts";
import type { FunctionDetail, Fields } from "./fields.ts";

/** What somebody is changing of one Function, over one of its revisions. */
export interface Draft {
  /** What it was when the changes began, or was last saved. */
  base: Store<FunctionDetail>;
  /** The text as it is; changes with every key, so nothing renders by it. */
  source: { get: () => string };
  /** Calls `listener` after each change of the text, until the answer is called. */
  listen: (listener: () => void) => () => void;
  /** Only what differs from `base`. */
  fields: Store<Partial<Fields>>;
  isDirty: Store<boolean>;
  /** Grows when the text is replaced from outside of the editor, which then begins anew. */
  epoch: Store<number>;
  write: (source: string) => void;
  change: <Name extends keyof Fields>(name: Name, value: Fields[Name]) => void;
  /** Puts another text in place of what is in the editor. */
  replaceSource: (source: string) => void;
  /** `saved` is what the server has now; what was written since `sent` stays. */
  rebase: (saved: FunctionDetail, sent?: { source: string; fields: Partial<Fields> }) => void;
  /** Everything as the server has it. */
  reset: (to: FunctionDetail) => void;
}

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/** CodeMirror knows one end of a line; a text is the same with either. */
export const withLineFeeds = (text: string): string => text.replaceAll(/\r\n?/g, "\n");

/** Of some settings, those that differ from the saved ones. */
function differing(fields: Partial<Fields>, saved: FunctionDetail): Partial<Fields> {
  return Object.fromEntries(
    Object.entries(fields).filter(([name, value]) => !same(value, saved[name as keyof Fields])),
  );
}

/**
 * Begins changes over what the server has, or goes on with those that the browser has `kept`: then over the revision that they
 * were begun over, so that saving them overwrites nothing newer.
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
    change(name, value) {
      const { [name]: _, ...others } = fields.get();
      fields.set(same(value, base.get()[name]) ? others : { ...others, [name]: value });
      note();
    },
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
