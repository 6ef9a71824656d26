import type { providerAddresses } from "@ferrule/contract/sign-in/provider-addresses.ts";
import type { ReactNode } from "react";
import { Address } from "../../../components/show/address.tsx";

/** The addresses of Ferrule to register at a provider, as `Facts`. */
export const addressFacts = ({
  redirect,
  signedOut,
  backchannelLogout,
}: ReturnType<typeof providerAddresses>): (readonly [string, ReactNode])[] => [
  ["Redirect address", <Address key="redirect" url={redirect} label="Copy the redirect address" />],
  ["After sign-out", <Address key="out" url={signedOut} label="Copy the address after sign-out" />],
  [
    "Back-channel logout",
    <Address key="logout" url={backchannelLogout} label="Copy the back-channel logout address" />,
  ],
];
