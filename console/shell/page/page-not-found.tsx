import { MapPinOff } from "lucide-react";
import { LinkButton } from "../../components/button/link-button.tsx";
import { Page } from "../../components/page.tsx";
import { EmptyState } from "../../components/states.tsx";

/** Shown for an address without a page. */
export const PageNotFound = () => (
  <Page title="Page not found">
    <EmptyState
      icon={MapPinOff}
      title="Nothing at this address"
      action={<LinkButton to="/">Go to the dashboard</LinkButton>}
    >
      The address may be mistyped, or the page belongs to another version of Ferrule.
    </EmptyState>
  </Page>
);
