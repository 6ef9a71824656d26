import { TextAreaField } from "../../../../components/form/fields.tsx";

/** What identifies a program: its redirect addresses, or its public keys. */
export function ClientAddresses({ use }: { use: "person" | "machine" }) {
  return use === "person" ? (
    <TextAreaField
      name="redirects"
      label="Redirect addresses"
      hint="Where the program receives the answer, one a line. Its documentation names them."
    />
  ) : (
    <TextAreaField
      name="keys"
      label="Public keys"
      hint="The machine's public keys as a JSON Web Key Set. Never paste a private key."
    />
  );
}
