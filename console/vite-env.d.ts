/// <reference types="vite/client" />

interface ImportMetaEnv {
  /** Whether the build has the pages of the visual language. What ships has not. */
  readonly DESIGN_PAGE: boolean;
}
