import { JsonView } from "../../../components/show/json-view.tsx";
import { CodeBlock } from "../../../components/show/code-block.tsx";

/** The value of a stored text; undefined if the text is cut, and so no JSON. */
function valueOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** An input or a result as it was stored for people: masked, and cut where it is long. */
export function ShownJson({ text, label }: { text: string; label: string }) {
  const value = valueOf(text);
  if (value !== undefined) return <JsonView value={value} label={label} />;
  return text === "" ? <p className="text-sm text-muted">Nothing.</p> : <CodeBlock text={text} title={label} wrap />;
}
