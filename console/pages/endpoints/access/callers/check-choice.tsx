interface CheckChoiceProps {
  label: string;
  detail: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
}

/** A checkbox with an explanation. */
export const CheckChoice = ({ label, detail, checked, onChange }: CheckChoiceProps) => (
  <label className="flex items-start gap-2.5 text-sm">
    <input type="checkbox" className="mt-1" checked={checked} onChange={({ target }) => onChange(target.checked)} />
    <span>
      <span className="block font-medium">{label}</span>
      <span className="block text-xs text-muted">{detail}</span>
    </span>
  </label>
);
