/** The proxies that an installation's outbound requests go through, as its settings name them. "" is none. */
export interface Proxies {
  /** `HTTP_PROXY`, for http. */
  httpProxy: string;
  /** `HTTPS_PROXY`, for https. */
  httpsProxy: string;
  /** `NO_PROXY`: hosts that are asked directly, separated by commas. */
  noProxy: string;
}

/** What holds where no proxy is set. The environment is not looked at. */
export const noProxies: Proxies = { httpProxy: "", httpsProxy: "", noProxy: "" };
