import type { AnswerOf } from "../../api/use-operation.ts";
import { ShownOnceDialog } from "../../components/overlay/shown-once.tsx";
import { Time } from "../../components/time.tsx";

interface InviteShownProps {
  title: string;
  invitation: AnswerOf<"inviteUser">;
  onClose: () => void;
}

/** An invite link, which nobody can look up again. */
export const InviteShown = ({ title, invitation: { url, expiresAt }, onClose }: InviteShownProps) => (
  <ShownOnceDialog title={title} label="invite link" value={url} onClose={onClose}>
    Send this link to them over a channel you trust. It works once, expires <Time at={expiresAt} />, and asks them to
    choose a password. It is not shown again; you can make a new one at any time.
  </ShownOnceDialog>
);
