import type { McpPrompt } from "ferrule";

/** A prompt with an embedded resource. */
export default function embeddedResource({ resourceUri }: { resourceUri: string }): McpPrompt {
  const resource = { uri: resourceUri, mimeType: "text/plain", text: "Embedded resource content for testing." };
  return {
    messages: [
      { role: "user", content: { type: "resource", resource } },
      { role: "user", content: "Please process the embedded resource above." },
    ],
  };
}
