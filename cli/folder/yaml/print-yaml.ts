import { Document, isScalar, visit, type Node } from "yaml";
import type { Value } from "../documents.ts";

const printed = { lineWidth: 0, minContentWidth: 0, flowCollectionPadding: false, indentSeq: true } as const;

export const printYaml = (document: Document): string => document.toString(printed);

/** A value as a node of a document. A short list of words goes on one line. */
export function nodeOf(document: Document, value: Value): Node {
  const node = document.createNode(value, { aliasDuplicateObjects: false });
  visit(node, {
    Seq: (_, seq) => {
      const words = seq.items.map((item) => (isScalar(item) ? String(item.value) : "\n")).join(", ");
      if (!words.includes("\n") && words.length <= 60) seq.flow = true;
    },
  });
  return node;
}

/** A value as the text of a YAML file. */
export function freshYaml(value: Value): string {
  const document = new Document({}, { version: "1.2" });
  document.contents = nodeOf(document, value) as never;
  return printYaml(document);
}
