import { Link, type LinkProps } from "@tanstack/react-router";
import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { buttonClass, type ButtonKind } from "./button-class.ts";

type LinkButtonProps = LinkProps & { kind?: ButtonKind; size?: "sm" | "md"; icon?: LucideIcon; children: ReactNode };

/** A link to another page that looks like a button. */
export function LinkButton({ kind = "secondary", size = "md", icon: Icon, children, ...link }: LinkButtonProps) {
  return (
    <Link {...link} className={buttonClass(kind, size)}>
      {Icon && <Icon aria-hidden size={15} strokeWidth={1.9} />}
      {children}
    </Link>
  );
}
