import { LinkButton } from "../../components/button/link-button.tsx";

/** Links to the existing endpoint, or to where one is created. */
export const BindStep = ({ endpointId }: { endpointId: string | undefined }) =>
  endpointId === undefined ? (
    <LinkButton kind="primary" to="/endpoints">
      Create an MCP endpoint
    </LinkButton>
  ) : (
    <LinkButton
      kind="primary"
      to="/endpoints/$endpointId"
      params={{ endpointId }}
      search={{ tab: "bindings", binding: "new" }}
    >
      Bind a Function as a tool
    </LinkButton>
  );
