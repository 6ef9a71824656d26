import type { Handlers } from "../../ground/handler/handler.ts";
import { createLibrary } from "./create-library.ts";
import { deleteLibrary } from "./delete-library.ts";
import { getLibrary } from "./get-library.ts";
import { listLibraries } from "./list-libraries.ts";
import { replaceLibrary } from "./replace-library.ts";

export const libraryHandlers = {
  listLibraries,
  createLibrary,
  getLibrary,
  replaceLibrary,
  deleteLibrary,
} satisfies Partial<Handlers>;
