import { useEffect } from "react";
import { ifMatch } from "../../../api/if-match.ts";
import { useAction } from "../../../api/use-action.ts";
import { Button } from "../../../components/button/button.tsx";
import { Dialog } from "../../../components/overlay/dialog.tsx";
import { toast } from "../../../components/overlay/toast.tsx";
import { ErrorNote } from "../../../components/show/error-note.tsx";
import { SkeletonRows } from "../../../components/states.tsx";
import type { ProviderRow } from "./provider-form.ts";
import { ProviderSteps } from "./provider-steps.tsx";
import { PublicKeys } from "./public-keys.tsx";

interface CheckProviderProps {
  /** As it was saved, switched off. */
  provider: ProviderRow;
  onChange: () => void;
  onClose: () => void;
}

/** The last step of adding a provider: its test, and the button that lets people sign in with it. */
export function CheckProvider({ provider, onChange, onClose }: CheckProviderProps) {
  const { id, name, revision } = provider;
  const test = useAction("testIdentityProvider");
  const again = () => test.mutate({ params: { providerId: id } });
  // oxlint-disable-next-line react/exhaustive-deps -- `again` is new at every render
  useEffect(again, [revision]);
  const update = useAction("updateIdentityProvider", {
    onSuccess: () => {
      toast(`People can sign in with ${name}`);
      onClose();
    },
  });
  const isGood = test.data?.ok === true;
  return (
    <Dialog
      open
      onClose={onClose}
      title={`5. Test ${name}`}
      description={`${name} is saved. Nobody can sign in with it until you switch it on.`}
      footer={
        <>
          <Button onClick={onClose}>Keep it off</Button>
          <Button onClick={onChange}>Change</Button>
          <Button busy={test.isPending} onClick={again}>
            Test again
          </Button>
          <Button
            kind="primary"
            busy={update.isPending}
            onClick={() =>
              update.mutate({ params: { providerId: id }, body: { status: "active" }, headers: ifMatch(revision) })
            }
          >
            {isGood || test.data === undefined ? "Switch on" : "Switch on anyway"}
          </Button>
        </>
      }
    >
      <PublicKeys provider={provider} open />
      {test.isPending && <SkeletonRows rows={4} />}
      {test.error && <ErrorNote error={test.error} />}
      {test.data && !test.isPending && <ProviderSteps steps={test.data.steps} />}
      {update.error && <ErrorNote error={update.error} />}
    </Dialog>
  );
}
