import { Search } from "lucide-react";
import { classNames } from "../class-names.ts";
import { inputClass } from "../input-class.ts";

interface SearchBoxProps {
  /** Names the searched list for a screen reader: `Search secrets`. */
  label: string;
  placeholder?: string;
  value: string;
  /** Called for each key press; for lists that are filtered in the browser. */
  onChange: (value: string) => void;
  className?: string;
}

/** Filters the items on the page while the user types. Keep the text in the URL. */
export const SearchBox = ({ label, placeholder = label, value, onChange, className = "w-64" }: SearchBoxProps) => (
  <label className={classNames("relative inline-block max-w-full", className)}>
    <span className="quiet">{label}</span>
    <Search aria-hidden size={14} className="absolute inset-y-0 left-2.5 my-auto text-faint" />
    <input
      type="search"
      className={`${inputClass} pl-8`}
      placeholder={placeholder}
      value={value}
      onChange={({ target }) => onChange(target.value)}
    />
  </label>
);
