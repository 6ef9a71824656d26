import { Bot } from "lucide-react";
import { useState } from "react";
import { announce } from "../../components/announce.tsx";
import { Button, IconButton } from "../../components/button/button.tsx";
import { toast, toastError } from "../../components/overlay/toast.tsx";

interface AskAgentProps {
  /** Makes the prompt. */
  load: () => Promise<string>;
  /** `icon`: only an icon, where many actions stand side by side. */
  look?: "small" | "icon";
}

/** Copies a prompt with what an agent needs to help. */
export function AskAgent({ load, look = "small" }: AskAgentProps) {
  const [isBusy, setBusy] = useState(false);
  const copy = async () => {
    setBusy(true);
    try {
      await navigator.clipboard.writeText(await load());
      announce("Copied");
      toast("Copied a prompt", "Paste it to your agent. Read it first if the data is confidential.");
    } catch (error) {
      toastError(error as Error);
    } finally {
      setBusy(false);
    }
  };
  const shared = { icon: Bot, busy: isBusy, onClick: () => void copy() };
  if (look === "icon") return <IconButton {...shared} label="Ask an agent" />;
  return (
    <Button {...shared} size="sm">
      Ask an agent
    </Button>
  );
}
