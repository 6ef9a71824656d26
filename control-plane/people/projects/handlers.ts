import type { Handlers } from "../../ground/handler/handler.ts";
import { archiveProject } from "./archive-project.ts";
import { createProject } from "./create-project.ts";
import { deleteProject } from "./delete-project.ts";
import { listProjects } from "./list-projects.ts";
import { selectProject } from "./select-project.ts";
import { updateProject } from "./update-project.ts";
import { getProject } from "./get-project.ts";

export const projectHandlers = {
  archiveProject,
  createProject,
  deleteProject,
  listProjects,
  selectProject,
  updateProject,
  getProject,
} satisfies Partial<Handlers>;
