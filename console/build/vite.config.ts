import { join } from "node:path";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { chunkGroups } from "./chunk-groups.ts";
import { operationsWithoutSchemas } from "./operations-without-schemas.ts";

const root = join(import.meta.dirname, "..");

/**
 * How the console is built: files for the gateway, under a policy that allows no inline script, and data URLs for
 * images only.
 */
export default defineConfig({
  root,
  logLevel: "warn",
  plugins: [operationsWithoutSchemas(join(root, "..", "contract")), react(), tailwindcss()],
  // The gateway puts each response's nonce in place of this.
  html: { cspNonce: "__CSP_NONCE__" },
  define: { "process.env.NODE_ENV": JSON.stringify("production") },
  build: {
    target: "es2024",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    chunkSizeWarningLimit: 5_000,
    emptyOutDir: true,
    rolldownOptions: {
      checks: { bundlerTimings: false },
      // This lets a build without `DESIGN_PAGE` drop the unused routes and their pages.
      treeshake: { moduleSideEffects: (id) => !id.includes("/pages/design/") },
      output: {
        codeSplitting: { groups: chunkGroups(root) },
        // By default, a shared file would be named after all modules that share it.
        chunkFileNames: ({ name }) => `assets/${name.split("~", 1)[0] ?? name}-[hash].js`,
      },
    },
  },
  worker: { format: "es", rolldownOptions: { checks: { bundlerTimings: false } } },
});
