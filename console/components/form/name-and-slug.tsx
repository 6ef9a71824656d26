import { useState } from "react";
import { TextField } from "./fields.tsx";
import { useFormApi } from "./schema-form.tsx";
import { slugOf } from "./slug-of.ts";

interface NameAndSlugProps {
  placeholder?: string;
  /** The purpose of the slug. */
  slugHint: string;
}

/** The fields `name` and `slug`; the slug follows the name until the user types one. */
export function NameAndSlug({ placeholder, slugHint }: NameAndSlugProps) {
  const form = useFormApi();
  const [isOwn, setOwn] = useState(false);
  return (
    <>
      <TextField
        name="name"
        label="Name"
        autoFocus
        maxLength={120}
        {...(placeholder === undefined ? {} : { placeholder })}
        onTyped={(text) => !isOwn && form.setFieldValue("slug", slugOf(text))}
      />
      <TextField name="slug" label="Slug" mono maxLength={63} hint={slugHint} onTyped={() => setOwn(true)} />
    </>
  );
}
