import type { ReactNode } from "react";
import { RadioChoice } from "./radio-choice.tsx";

export interface RadioChoicesProps<Value extends string> {
  /** The name of the group; unique on the page. */
  name: string;
  value: unknown;
  choices: readonly {
    value: Value;
    label: string;
    detail: ReactNode;
    /** Why it cannot be chosen. */
    disabledReason?: string | null;
    /** The id of another element that gives the reason. */
    forbiddenBy?: string | undefined;
  }[];
  onChange: (value: Value) => void;
}

/** One of a few values that each need a sentence of explanation, in a fieldset or a `RadioField`. */
export const RadioChoices = <Value extends string>({ name, value, choices, onChange }: RadioChoicesProps<Value>) =>
  choices.map(({ value: offered, ...choice }) => (
    <RadioChoice
      key={offered}
      {...choice}
      name={name}
      isChosen={value === offered}
      onChoose={() => onChange(offered)}
    />
  ));
