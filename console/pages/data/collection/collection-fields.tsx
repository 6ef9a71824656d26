import { NumberField, TextAreaField, TextField } from "../../../components/form/fields.tsx";

/** A collection's settings besides its schema; the same for creating and editing. */
export const CollectionFields = () => (
  <>
    <TextField name="description" label="Description" />
    <TextAreaField
      name="uniqueKeys"
      label="Unique keys"
      rows={2}
      mono
      hint="One key per line. Separate fields that are unique together with commas: order, line. At most 4."
    />
    <TextField
      name="indexes"
      label="Indexes"
      mono
      hint="Fields that queries filter or sort by, separated by commas: status, customer.city. At most 8."
    />
    <NumberField
      name="ttlSeconds"
      label="Records expire after"
      unit="seconds"
      hint="Counted from insertion, unless a record sets its own expiry. Leave empty to keep records until they are deleted."
    />
  </>
);
