import { useNavigate, useSearch } from "@tanstack/react-router";
import { useEffect } from "react";
import { useMe } from "../../api/session.ts";

/**
 * The Project that the address names, if it is not the active one: a link of a message, which says where it belongs.
 * Null: the address names none, or the active one, which is then taken out of it.
 */
export function useProjectOfLink(): string | null {
  const { activeProject } = useMe();
  const { ofProject } = useSearch({ strict: false });
  // Where no page is, the router hands on what it finds in the address.
  const project = typeof ofProject === "string" && /^prj_\w{1,64}$/.test(ofProject) ? ofProject : undefined;
  const navigate = useNavigate();
  const isHere = project !== undefined && project === activeProject?.id;
  useEffect(() => {
    if (isHere) void navigate({ to: ".", search: (now: object) => ({ ...now, ofProject: undefined }), replace: true });
  }, [isHere, navigate]);
  return project === undefined || isHere ? null : project;
}
