import { Check, Copy } from "lucide-react";
import { useState } from "react";
import { announce } from "../announce.tsx";
import { IconButton } from "./button.tsx";

interface CopyButtonProps {
  text: string;
  /** Names what is copied: `Copy request id`. */
  label?: string;
  size?: "sm" | "md";
}

/** Copies a text and confirms it. */
export function CopyButton({ text, label = "Copy", size = "sm" }: CopyButtonProps) {
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    setCopied(true);
    announce("Copied");
    window.setTimeout(() => setCopied(false), 1_600);
  };
  return (
    <IconButton
      icon={copied ? Check : Copy}
      label={copied ? "Copied" : label}
      size={size}
      onClick={(event) => {
        event.stopPropagation();
        void copy();
      }}
    />
  );
}
