import { download } from "../../download.ts";
import bridge from "./bridge.mjs?raw";
import { bundleOf, type BundleParts } from "./bundle.ts";

const iconSize = 512;

/** Ferrule's sign as a PNG: the manifest takes no SVG. */
async function drawIcon(): Promise<Uint8Array> {
  const sign = new Image(iconSize, iconSize);
  sign.src = "/ferrule.svg";
  await sign.decode();
  const canvas = Object.assign(document.createElement("canvas"), { width: iconSize, height: iconSize });
  canvas.getContext("2d")?.drawImage(sign, 0, 0, iconSize, iconSize);
  const png = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/png"));
  if (png === null) throw new Error("The browser could not draw the icon.");
  return new Uint8Array(await png.arrayBuffer());
}

/** Makes the browser save a bundle for Claude Desktop. */
export async function saveBundle(parts: Omit<BundleParts, "bridge" | "icon">): Promise<void> {
  const bundle = bundleOf({ ...parts, bridge, icon: await drawIcon() });
  download(`${parts.name}.mcpb`, bundle, "application/octet-stream");
}
