export { createLibrary } from "./create-library.ts";
export { deleteLibrary } from "./delete-library.ts";
export { getLibrary } from "./get-library.ts";
export { listLibraries } from "./list-libraries.ts";
export { replaceLibrary } from "./replace-library.ts";
