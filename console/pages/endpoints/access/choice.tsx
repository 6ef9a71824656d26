interface ChoiceProps {
  /** Of the group. */
  name: string;
  label: string;
  detail: string;
  isChosen: boolean;
  isForbidden?: boolean;
  onChoose: () => void;
}

/** One of a few, with what it means. */
export const Choice = ({ name, label, detail, isChosen, isForbidden = false, onChoose }: ChoiceProps) => (
  <label className="flex items-start gap-2.5 rounded-md border border-line px-3 py-2 text-sm has-checked:border-accent has-checked:bg-accent-soft has-disabled:cursor-not-allowed has-disabled:bg-sunken">
    <input type="radio" name={name} className="mt-1" checked={isChosen} disabled={isForbidden} onChange={onChoose} />
    <span>
      <span className="block font-medium">{label}</span>
      <span className="block text-xs text-muted">{detail}</span>
    </span>
  </label>
);
