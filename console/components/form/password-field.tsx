import { Dices, Eye, EyeOff } from "lucide-react";
import { useState } from "react";
import { IconButton } from "../button/button.tsx";
import { classNames } from "../class-names.ts";
import { Field, type FieldProps } from "./field.tsx";
import { generatePassword } from "./generate-password.ts";
import { inputClass } from "../input-class.ts";

interface PasswordFieldProps extends FieldProps {
  autoComplete: "current-password" | "new-password";
  /** Offers to generate a password. It then shows the password, because the user has to pass it on. */
  generate?: boolean;
}

/** A password, hidden until the user asks to see it. */
export function PasswordField({ autoComplete, generate = false, ...field }: PasswordFieldProps) {
  const [isShown, setShown] = useState(false);
  return (
    <Field {...field}>
      {({ value, onChange, ...control }) => (
        <div className="flex items-center gap-1">
          <input
            {...control}
            type={isShown ? "text" : "password"}
            autoComplete={autoComplete}
            spellCheck={false}
            className={classNames(inputClass, isShown && "font-mono")}
            value={typeof value === "string" ? value : ""}
            onChange={({ target }) => onChange(target.value)}
          />
          <IconButton
            icon={isShown ? EyeOff : Eye}
            label={isShown ? "Hide the password" : "Show the password"}
            onClick={() => setShown(!isShown)}
          />
          {generate && (
            <IconButton
              icon={Dices}
              label="Generate"
              onClick={() => {
                onChange(generatePassword());
                setShown(true);
              }}
            />
          )}
        </div>
      )}
    </Field>
  );
}
