import type { LucideIcon } from "lucide-react";
import { PlainButton, type ButtonProps } from "./plain-button.tsx";
import { Tooltip } from "../tooltip.tsx";

/** A button. If the role or the state forbids the action, the button is disabled and shows the reason. */
export function Button(props: ButtonProps) {
  const button = <PlainButton {...props} />;
  return props.disabledReason ? <Tooltip text={props.disabledReason}>{button}</Tooltip> : button;
}

type IconButtonProps = Omit<ButtonProps, "children" | "icon"> & { icon: LucideIcon; label: string };

/** A button with only an icon; `label` is its name and its tooltip. */
export const IconButton = ({ label, kind = "quiet", ...props }: IconButtonProps) => (
  <Tooltip text={props.disabledReason ?? label}>
    <PlainButton {...props} kind={kind} aria-label={label} />
  </Tooltip>
);
