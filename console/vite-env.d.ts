/// <reference types="vite/client" />

interface ImportMetaEnv {
  /** Whether the build has the pages of the visual language. A shipped build does not have them. */
  readonly DESIGN_PAGE: boolean;
}
