import { Eye, EyeOff } from "lucide-react";
import { useState } from "react";
import { IconButton } from "../button/button.tsx";
import { classNames } from "../class-names.ts";
import { Field, type FieldProps } from "./field.tsx";
import { inputClass } from "../input-class.ts";

/** A private text of any number of lines; hidden until the user asks to see it. */
export function SecretField(props: FieldProps) {
  const [isShown, setShown] = useState(false);
  return (
    <Field {...props}>
      {({ value, onChange, ...control }) => (
        <div className="relative">
          <textarea
            {...control}
            rows={3}
            autoComplete="off"
            spellCheck={false}
            className={classNames(
              inputClass,
              "h-auto py-1.5 pr-10 font-mono leading-5 break-all",
              !isShown && "[-webkit-text-security:disc]",
            )}
            value={typeof value === "string" ? value : ""}
            onChange={({ target }) => onChange(target.value)}
          />
          <span className="absolute top-0.5 right-0.5">
            <IconButton
              icon={isShown ? EyeOff : Eye}
              size="sm"
              label={isShown ? "Hide value" : "Show value"}
              onClick={() => setShown(!isShown)}
            />
          </span>
        </div>
      )}
    </Field>
  );
}
