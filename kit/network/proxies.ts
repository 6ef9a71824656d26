/** The proxies for an installation's outbound requests, as its settings name them. "" means none. */
export interface Proxies {
  /** `HTTP_PROXY`, for http. */
  httpProxy: string;
  /** `HTTPS_PROXY`, for https. */
  httpsProxy: string;
  /** `NO_PROXY`: comma-separated hosts that are contacted directly. */
  noProxy: string;
}

/** Used when no proxy is set. We do not read the environment. */
export const noProxies: Proxies = { httpProxy: "", httpsProxy: "", noProxy: "" };
