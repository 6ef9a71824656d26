import type { mcpIcon } from "@ferrule/contract/resources/mcp-fields.ts";
import { Image } from "lucide-react";
import { useState } from "react";
import type { z } from "zod";
import { SelectField, TextField } from "../../../../components/form/fields.tsx";
import { useFormApi } from "../../../../components/form/schema-form.tsx";
import { choicesOf } from "../../../../components/choose/choices-of.ts";
import { EntryFields } from "./entry-fields.tsx";
import { readFile } from "./read-file.ts";

type Icon = z.infer<typeof mcpIcon>;

/** What an image may have as `data:`, with its head. */
const mostChars = 16_000;
const themes = choicesOf({ "": "any background", light: "light backgrounds", dark: "dark backgrounds" });

/** An image as an address that holds it, or why it cannot be one. */
async function addressOf(file: File): Promise<{ src: string; mimeType: string } | { problem: string }> {
  const read = await readFile(file);
  if ("problem" in read) return read;
  const { content, mimeType } = read;
  if (!("base64" in content) || !/^image\/(?:png|jpeg|gif|webp|svg\+xml)$/.test(mimeType ?? ""))
    return { problem: "An icon is a PNG, JPEG, GIF, WebP or SVG image." };
  const src = `data:${mimeType};base64,${content.base64}`;
  return src.length > mostChars
    ? { problem: "This image is too large for an icon: it may have about 11 KiB. Give its https: address instead." }
    : { src, mimeType: mimeType ?? "" };
}

/** Picks an image; clients get it together with the list. */
function PickImage({ name }: { name: string }) {
  const form = useFormApi();
  const [problem, setProblem] = useState<string | null>(null);
  const pick = async (file: File | undefined) => {
    if (file === undefined) return;
    const address = await addressOf(file);
    setProblem("problem" in address ? address.problem : null);
    if ("problem" in address) return;
    form.setFieldValue(`${name}.src`, address.src);
    form.setFieldValue(`${name}.mimeType`, address.mimeType);
  };
  return (
    <label className="grid gap-1 text-xs text-muted">
      Or an image of this computer
      <input
        type="file"
        accept="image/png,image/jpeg,image/gif,image/webp,image/svg+xml"
        className="min-w-0 text-xs"
        onChange={({ target }) => void pick(target.files?.[0])}
      />
      {problem !== null && (
        <span role="alert" className="font-medium text-bad">
          {problem}
        </span>
      )}
    </label>
  );
}

/** An icon, if the page may show it: it loads nothing from other addresses. */
export const IconImage = ({ icon: { src } }: { icon: Icon }) =>
  src.startsWith("data:image/") ? (
    <img src={src} alt="" width={20} height={20} className="size-5 object-contain" />
  ) : (
    <Image aria-hidden size={16} className="text-faint" />
  );

/** The icons that clients may show. */
export const IconFields = ({ icons }: { icons: readonly Icon[] }) => (
  <EntryFields<Icon>
    name="icons"
    label="Icons"
    hint="Some clients show one beside the name, from MCP 2025-11-25 on."
    entries={icons}
    word="icon"
    added={{ src: "" }}
    most={10}
  >
    {(icon, name) => (
      <>
        <div className="grid grid-cols-[minmax(0,1fr)_auto] items-end gap-2">
          <TextField name={`${name}.src`} label="Address" mono placeholder="https://example.com/icon.png" />
          <span className="mb-1.5">
            <IconImage icon={icon} />
          </span>
        </div>
        <PickImage name={name} />
        <SelectField name={`${name}.theme`} label="For" choices={themes} />
      </>
    )}
  </EntryFields>
);

/** Icons as they are sent: without a theme that was not chosen. */
export const tidyIcons = (icons: readonly (Omit<Icon, "theme"> & { theme?: string | undefined })[]) =>
  icons.map(({ theme, ...icon }) => (theme === "light" || theme === "dark" ? { ...icon, theme } : icon));
