import { Segmented } from "../../components/button/segmented.tsx";

interface CompareWithProps {
  /** The time before, such as `the day before`. */
  name: string;
  isOn: boolean;
  onChange: (next: true | undefined) => void;
}

/** Picks whether charts show the time before, too. */
export const CompareWith = ({ name, isOn, onChange }: CompareWithProps) => (
  <Segmented
    label="Comparison"
    value={isOn ? "before" : "none"}
    choices={[
      { value: "none", label: "Alone" },
      { value: "before", label: `With ${name}` },
    ]}
    onChange={(next) => onChange(next === "before" ? true : undefined)}
  />
);
