/** The proxies for an installation's outbound requests, as its settings name them. "" means none. */
export interface Proxies {
  /** `HTTP_PROXY`, for http. */
  httpProxy: string;
  /** `HTTPS_PROXY`, for https. */
  httpsProxy: string;
  /** `NO_PROXY`: comma-separated hosts that are contacted directly. */
  noProxy: string;
}

/** The value when no proxy is set. The environment is not read. */
export const noProxies: Proxies = { httpProxy: "", httpsProxy: "", noProxy: "" };
