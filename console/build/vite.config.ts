import { join } from "node:path";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { operationsWithoutSchemas } from "./operations-without-schemas.ts";

const root = join(import.meta.dirname, "..");

/** How the console is built: files for the gateway, under a policy that knows no inline script and no data URL but images. */
export default defineConfig({
  root,
  logLevel: "warn",
  plugins: [operationsWithoutSchemas(join(root, "..", "contract")), react(), tailwindcss()],
  // The gateway puts each response's nonce where this stands.
  html: { cspNonce: "__CSP_NONCE__" },
  define: { "process.env.NODE_ENV": JSON.stringify("production") },
  build: {
    target: "es2024",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    chunkSizeWarningLimit: 5_000,
    emptyOutDir: true,
  },
  worker: { format: "es" },
});
