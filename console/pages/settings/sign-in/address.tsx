import { CopyButton } from "../../../components/button/copy-button.tsx";
import { Mono } from "../../../components/mono.tsx";

/** An address for the user to copy. */
export const Address = ({ url, label }: { url: string; label: string }) => (
  <span className="inline-flex max-w-full items-center gap-1">
    <Mono>{url}</Mono>
    <CopyButton text={url} label={label} />
  </span>
);
