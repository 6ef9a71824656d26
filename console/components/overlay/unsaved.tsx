import { Dialog as Base } from "@base-ui/react/dialog";
import { createContext, use, useEffect, useId, useRef, useState, type ReactNode } from "react";
import { Button } from "../button/button.tsx";

interface Holder {
  note: (form: string, isUnsaved: boolean) => void;
}

const HolderContext = createContext<Holder | null>(null);

/** Tells the dialog or drawer around a form whether something typed is not sent yet. Outside of one, it does nothing. */
export function useUnsaved(isUnsaved: boolean): void {
  const holder = use(HolderContext);
  const id = useId();
  useEffect(() => {
    holder?.note(id, isUnsaved);
    return () => holder?.note(id, false);
  }, [holder, id, isUnsaved]);
}

const textFields =
  "textarea, [contenteditable=true], input:not([type=checkbox], [type=radio], [type=file], [type=search], [role=combobox])";

/** Whether something is typed here that would be lost: a search and a choice lose nothing. */
const holdsText = (element: HTMLElement) => element.isConnected && (!("value" in element) || element.value !== "");

/** The same as an element, for a form whose dialog is its own. */
export function Unsaved({ when }: { when: boolean }): null {
  useUnsaved(when);
  return null;
}

interface UnsavedGuard {
  /** Closes, or asks first if something typed would be lost. */
  close: () => void;
  /** For a dialog's popup: notices typing into fields that belong to no `SchemaForm`. */
  onInput: (event: { target: EventTarget | null }) => void;
  /** Surrounds what is in the popup, and asks. */
  hold: (content: ReactNode) => ReactNode;
}

/** Keeps Esc, a click outside and × from losing what was typed in a dialog or a drawer. */
export function useUnsavedGuard(onClose: (() => void) | undefined): UnsavedGuard {
  const [isAsking, setAsking] = useState(false);
  const forms = useRef(new Set<string>());
  const typedIn = useRef(new Set<HTMLElement>());
  const [holder] = useState<Holder>(() => ({
    note: (form, isUnsaved) => void (isUnsaved ? forms.current.add(form) : forms.current.delete(form)),
  }));
  return {
    close: () => {
      const isUnsaved = forms.current.size > 0 || [...typedIn.current].some(holdsText);
      if (isUnsaved) setAsking(true);
      else onClose?.();
    },
    onInput: ({ target }) => {
      if (target instanceof HTMLElement && target.matches(textFields)) typedIn.current.add(target);
    },
    hold: (content) => (
      <HolderContext value={holder}>
        {content}
        {isAsking && (
          <AskToDiscard
            onKeep={() => setAsking(false)}
            onDiscard={() => {
              setAsking(false);
              typedIn.current.clear();
              onClose?.();
            }}
          />
        )}
      </HolderContext>
    ),
  };
}

const AskToDiscard = ({ onKeep, onDiscard }: { onKeep: () => void; onDiscard: () => void }) => (
  <Base.Root open onOpenChange={(next) => !next && onKeep()}>
    <Base.Portal>
      <Base.Backdrop forceRender className="fixed inset-0 z-50 bg-scrim" />
      <Base.Viewport className="fixed inset-0 z-50 grid place-items-center p-4">
        <Base.Popup className="grid w-full max-w-sm gap-4 rounded-lg border border-line bg-raised p-5 shadow-raised outline-none">
          <div>
            <Base.Title className="text-lg font-semibold">Discard what you typed?</Base.Title>
            <Base.Description className="mt-0.5 text-sm text-muted">It has not been saved.</Base.Description>
          </div>
          <div className="flex justify-end gap-2">
            <Button onClick={onKeep}>Keep editing</Button>
            <Button kind="danger" onClick={onDiscard}>
              Discard
            </Button>
          </div>
        </Base.Popup>
      </Base.Viewport>
    </Base.Portal>
  </Base.Root>
);
