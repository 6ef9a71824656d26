import { useState } from "react";
import { useAction } from "../../../../api/use-action.ts";
import { Button } from "../../../../components/button/button.tsx";
import { Labelled } from "../../../../components/form/labelled.tsx";
import { Dialog } from "../../../../components/overlay/dialog.tsx";
import { ErrorNote } from "../../../../components/show/error-note.tsx";
import { Select } from "../../../../components/choose/select.tsx";
import { ShownOnceDialog } from "../../../../components/overlay/shown-once.tsx";
import { heldKeys } from "../../connect/held-keys.ts";
import type { Endpoint } from "../../endpoint.ts";
import type { Key } from "./key.ts";

const overlaps = [
  { value: "0", label: "Stops working at once" },
  { value: "3600", label: "Works for one more hour" },
  { value: "86400", label: "Works for one more day" },
  { value: "604800", label: "Works for one more week" },
] as const;

/** Gives a key a new value, and says how long the old one stays valid. */
export function RotateKey({ endpoint, apiKey, onClose }: { endpoint: Endpoint; apiKey: Key; onClose: () => void }) {
  const [overlap, setOverlap] = useState<(typeof overlaps)[number]["value"]>("3600");
  const rotate = useAction("rotateApiKey", {
    onSuccess: ({ value, name }) => heldKeys.hold(endpoint.id, apiKey.environment, { value, name, minted: true }),
  });
  if (rotate.data) {
    return (
      <ShownOnceDialog
        title={`The new value of ${apiKey.name}`}
        label="API key"
        value={rotate.data.value}
        onClose={onClose}
      >
        Copy it now and give it to its callers. It is not shown again.
      </ShownOnceDialog>
    );
  }
  return (
    <Dialog
      open
      onClose={onClose}
      size="sm"
      title={`Rotate ${apiKey.name}?`}
      description="The key gets a new value. Its name, scopes and tenant stay the same."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            kind={apiKey.environment === "production" ? "production" : "primary"}
            busy={rotate.isPending}
            onClick={() =>
              rotate.mutate({
                params: { endpointId: endpoint.id, keyId: apiKey.id },
                body: { overlapSeconds: Number(overlap) },
              })
            }
          >
            Rotate key
          </Button>
        </>
      }
    >
      <div className="grid gap-3">
        <Labelled label="The old value">
          {(control) => <Select {...control} value={overlap} choices={overlaps} onChange={setOverlap} />}
        </Labelled>
        {overlap === "0" && (
          <p className="text-xs text-warn">Within a second, callers that use the old value get 401.</p>
        )}
        {rotate.error && <ErrorNote error={rotate.error} />}
      </div>
    </Dialog>
  );
}
