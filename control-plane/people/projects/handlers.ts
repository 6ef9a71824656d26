export { archiveProject } from "./archive-project.ts";
export { createProject } from "./create-project.ts";
export { deleteProject } from "./delete-project.ts";
export { selectProject } from "./select-project.ts";
export { updateProject } from "./update-project.ts";
export { listProjects, getProject } from "./reads.ts";
