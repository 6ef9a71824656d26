import type { ProjectSource } from "@ferrule/contract/resources/project-source.ts";
import type { Grant, GrantName } from "../../planning/plan-grants.ts";

/** The grants that a source gives, of the collections that mention them. */
export const grantsOf = ({ collections }: Pick<ProjectSource, "collections">): Grant[] =>
  collections.flatMap(({ name: collection, grants = [] }) =>
    grants.map(({ environment, access, ...subject }) => ({
      collection,
      environment,
      access,
      subject:
        "function" in subject
          ? { kind: "function", slug: subject.function }
          : { kind: "endpoint", slug: subject.endpoint },
    })),
  );

export const grantName: GrantName = ({ collection, environment, subject: { kind, slug } }) =>
  `${collection}: ${kind === "function" ? slug : `endpoint ${slug}`} in ${environment}`;
