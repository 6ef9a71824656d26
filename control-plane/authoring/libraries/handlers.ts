export { createLibrary } from "./create-library.ts";
export { deleteLibrary } from "./delete-library.ts";
export { replaceLibrary } from "./replace-library.ts";
export { listLibraries, getLibrary } from "./reads.ts";
