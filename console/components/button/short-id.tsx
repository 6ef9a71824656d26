import { CopyButton } from "./copy-button.tsx";

/**
 * A shortened identifier: its type, and the end that distinguishes it. Hovering shows all of it; the button copies it.
 */
export function ShortId({ id, label = "Copy id" }: { id: string; label?: string }) {
  const [, prefix = "", random = id] = /^([a-z]+_)(.+)$/.exec(id) ?? [];
  return (
    <span className="inline-flex items-center gap-0.5 font-mono text-xs text-muted" title={id}>
      <span aria-hidden>{random.length > 10 ? `${prefix}…${random.slice(-6)}` : id}</span>
      <span className="quiet">{id}</span>
      <CopyButton text={id} label={label} />
    </span>
  );
}
