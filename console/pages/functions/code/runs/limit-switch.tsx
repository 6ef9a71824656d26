import type { ReactNode } from "react";

interface LimitSwitchProps {
  label: string;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
  /** The fields of the limit. */
  children: ReactNode;
}

/** A limit that is off until somebody switches it on. */
export const LimitSwitch = ({ label, isOn, onChange, children }: LimitSwitchProps) => (
  <div className="grid gap-2">
    <label className="flex min-h-7 items-center gap-2 text-sm font-medium">
      <input type="checkbox" checked={isOn} onChange={({ target }) => onChange(target.checked)} />
      {label}
    </label>
    {isOn && children}
  </div>
);
