import { CopyButton } from "../../components/button/copy-button.tsx";

/** An address for the user to copy. */
export const Address = ({ url, label }: { url: string; label: string }) => (
  <span className="inline-flex max-w-full items-center gap-1">
    <code className="font-mono text-xs break-all">{url}</code>
    <CopyButton text={url} label={label} />
  </span>
);
