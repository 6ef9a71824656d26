import type { McpPrompt } from "ferrule";

const png = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

/** A prompt with an image. */
export default function withImage(): McpPrompt {
  return {
    messages: [
      { role: "user", content: { type: "image", data: png, mimeType: "image/png" } },
      { role: "user", content: "Please analyze the image above." },
    ],
  };
}
