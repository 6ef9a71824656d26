import { Toast } from "@base-ui/react/toast";
import { Check, CircleAlert, Trash2, X } from "lucide-react";
import type { ReactNode } from "react";
import { buttonClass } from "../button/button-class.ts";
import { useShortcuts } from "../keyboard/shortcuts.ts";
import { CodeLink } from "../show/code-link.tsx";
import { errorText } from "../show/error-text.ts";

const toasts = Toast.createToastManager();

/** Confirms that an action succeeded. Use it only where the page itself does not show the result. */
export function toast(title: string, description?: string): void {
  toasts.add({ title, ...(description === undefined ? {} : { description }), type: "done" });
}

function addError(error: Error, before: string): void {
  const { message, code, requestId } = errorText(error);
  const description = requestId !== undefined && (
    <>
      {code !== undefined && <CodeLink code={code} of="errors" />} · request {requestId}
    </>
  );
  toasts.add({
    title: `${before}${message}`,
    ...(description === false ? {} : { description }),
    type: "error",
    timeout: 12_000,
    priority: "high",
  });
}

/** Says why something failed, with the page about its code and the request id. For actions that have no other place for an error. */
export const toastError = (error: Error): void => addError(error, "");

/** The same for what the user may no longer look at: `what` has not happened, such as `shop was not deleted`. */
export const toastFailed = (what: string, error: Error): void => addError(error, `${what}: `);

/**
 * Says that something is being done, with the button Undo and the key z, until the returned function is called.
 */
export function toastUndo(title: string, undo: () => void): () => void {
  const id = toasts.add({ title, type: "undo", timeout: 0, actionProps: { children: "Undo", onClick: undo } });
  return () => toasts.close(id);
}

function Undo({ undo }: { undo: () => void }) {
  useShortcuts([{ keys: "z", does: "Undo the deletion", run: undo }]);
  return <Toast.Action className={buttonClass("secondary", "sm")} />;
}

const icons = {
  error: <CircleAlert aria-hidden size={16} className="mt-0.5 shrink-0 text-bad" />,
  undo: <Trash2 aria-hidden size={16} className="mt-0.5 shrink-0 text-faint" />,
  done: <Check aria-hidden size={16} className="mt-0.5 shrink-0 text-good" />,
};

function Toasts() {
  const { toasts: shown } = Toast.useToastManager();
  return shown.map((each) => (
    <Toast.Root
      key={each.id}
      toast={each}
      data-toast=""
      className="popup-motion mt-2 w-full rounded-lg border border-line bg-raised shadow-raised"
    >
      <Toast.Content className="flex items-start gap-2.5 p-3">
        {icons[each.type as keyof typeof icons]}
        <div className="min-w-0 flex-1">
          <Toast.Title className="text-sm font-medium wrap-anywhere" />
          <Toast.Description className="mt-0.5 text-xs wrap-anywhere text-muted" />
        </div>
        {each.type === "undo" && <Undo undo={() => (each.actionProps?.onClick as (() => void) | undefined)?.()} />}
        <Toast.Close aria-label="Dismiss" className={buttonClass("quiet", "sm", true)}>
          <X aria-hidden size={14} />
        </Toast.Close>
      </Toast.Content>
    </Toast.Root>
  ));
}

/** Shows the toasts. The app renders it once, around everything. */
export function ToastProvider({ children }: { children: ReactNode }) {
  return (
    <Toast.Provider toastManager={toasts} timeout={5_000} limit={4}>
      {children}
      <Toast.Portal>
        {/* They keep clear of the usual buttons: drawers have theirs on the right, dialogs on a narrow screen at the bottom. */}
        <Toast.Viewport className="fixed top-28 right-4 left-4 z-50 sm:top-auto sm:right-auto sm:bottom-4 sm:w-96 md:left-[14.5rem]">
          <Toasts />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  );
}
