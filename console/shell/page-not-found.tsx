import { MapPinOff } from "lucide-react";
import { LinkButton } from "../components/link-button.tsx";
import { Page } from "../components/page.tsx";
import { EmptyState } from "../components/states.tsx";

/** An address that is no page. */
export const PageNotFound = () => (
  <Page title="No such page">
    <EmptyState
      icon={MapPinOff}
      title="There is no page at this address"
      action={<LinkButton to="/">Go to the dashboard</LinkButton>}
    >
      It may have been mistyped, or belong to another version of Ferrule.
    </EmptyState>
  </Page>
);
