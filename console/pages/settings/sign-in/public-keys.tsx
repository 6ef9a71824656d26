import { CodeBlock } from "../../../components/show/code-block.tsx";
import type { ProviderRow } from "./provider-form.ts";

/** The public key with which Ferrule proves itself, if it does so by a key. */
export const PublicKeys = ({ provider: { publicKeys }, open }: { provider: ProviderRow; open: boolean }) =>
  publicKeys !== null && (
    <details open={open} className="mt-3 text-sm">
      <summary>Public key to register at the provider</summary>
      <CodeBlock text={JSON.stringify(publicKeys, null, 2)} />
    </details>
  );
