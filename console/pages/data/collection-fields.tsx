import { NumberField, TextAreaField, TextField } from "../../components/form/fields.tsx";

/** What a collection has beside its schema; the same when it is created and when it is changed. */
export const CollectionFields = () => (
  <>
    <TextField name="description" label="Description" />
    <TextAreaField
      name="uniqueKeys"
      label="Unique keys"
      rows={2}
      mono
      hint="A key a line; fields that are unique together with a comma between them: order, line. At most 4."
    />
    <TextField
      name="indexes"
      label="Indexes"
      mono
      hint="Fields that queries ask for or order by, with commas: status, customer.city. At most 8."
    />
    <NumberField
      name="ttlSeconds"
      label="Records live for"
      unit="seconds"
      hint="From their insertion, unless they say otherwise. Empty: until they are deleted."
    />
  </>
);
