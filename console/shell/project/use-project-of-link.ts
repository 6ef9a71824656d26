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
  const navigate = useNavigate();
  const isHere = ofProject !== undefined && ofProject === activeProject?.id;
  useEffect(() => {
    if (isHere) void navigate({ to: ".", search: (now: object) => ({ ...now, ofProject: undefined }), replace: true });
  }, [isHere, navigate]);
  return ofProject === undefined || isHere ? null : ofProject;
}
