import { useState } from "react";
import { Button } from "../../components/button/button.tsx";
import { ConfirmAction } from "../../components/overlay/confirm-action.tsx";
import { Dialog } from "../../components/overlay/dialog.tsx";
import { Drawer } from "../../components/overlay/drawer.tsx";
import { ShownOnceDialog } from "../../components/overlay/shown-once.tsx";
import { toast, toastError, toastUndo } from "../../components/overlay/toast.tsx";
import { Row, Samples } from "./sample.tsx";

function sampleUndo() {
  const close = toastUndo("ORDERS_TOKEN is being deleted", () => close());
}

/** Everything that opens over the page; it follows the page's theme. */
export function OverlaySamples() {
  const [open, setOpen] = useState<"dialog" | "confirm" | "drawer" | "once" | null>(null);
  const close = () => setOpen(null);
  return (
    <Samples title="Over the page">
      <Row>
        <Button onClick={() => setOpen("dialog")}>Dialog</Button>
        <Button onClick={() => setOpen("confirm")}>Confirm by typing</Button>
        <Button onClick={() => setOpen("drawer")}>Drawer</Button>
        <Button onClick={() => setOpen("once")}>Shown once</Button>
        <Button onClick={() => toast("Rotated ORDERS_TOKEN", "Live on every worker within a second")}>Toast</Button>
        <Button onClick={() => toastError(new Error("A sample of an error"))}>Error toast</Button>
        <Button onClick={sampleUndo}>Undo toast</Button>
      </Row>
      <Dialog
        open={open === "dialog"}
        onClose={close}
        title="Create a key"
        description="It is shown once."
        footer={
          <>
            <Button onClick={close}>Cancel</Button>
            <Button kind="primary" onClick={close}>
              Create
            </Button>
          </>
        }
      >
        <p className="text-sm">Good for Development of one endpoint.</p>
      </Dialog>
      <ConfirmAction
        open={open === "confirm"}
        operation="getMe"
        input={{}}
        onClose={close}
        title="Delete the secret ORDERS_TOKEN?"
        description="This cannot be undone."
        consequences={["Look up order reads it in Production.", "Three calls a minute will fail."]}
        typedName="ORDERS_TOKEN"
        confirmLabel="Delete secret"
      />
      <Drawer open={open === "drawer"} onClose={close} title="Look up order">
        <p className="text-sm">Details of a row. The list stays in place.</p>
      </Drawer>
      {open === "once" && (
        <ShownOnceDialog
          title="Shop front was created"
          label="API key"
          value="fer_key_0m4h2k7q9v1c3x5z"
          onClose={close}
        >
          Copy it now: it is not shown again.
        </ShownOnceDialog>
      )}
    </Samples>
  );
}
