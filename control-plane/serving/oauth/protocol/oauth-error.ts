/** Error codes of RFC 6749 (4.1.2.1, 5.2), RFC 7591 (3.2.2) and RFC 8707 (2). */
export type OauthErrorCode =
  | "invalid_request"
  | "invalid_client"
  | "invalid_grant"
  | "unauthorized_client"
  | "unsupported_grant_type"
  | "unsupported_response_type"
  | "invalid_scope"
  | "invalid_target"
  | "access_denied"
  | "temporarily_unavailable"
  | "invalid_redirect_uri"
  | "invalid_client_metadata";

/** A refusal of an OAuth client's request. The description is one plain sentence for its developer. */
export class OauthError extends Error {
  override name = "OauthError";
  readonly code: OauthErrorCode;
  readonly status: number;

  constructor(code: OauthErrorCode, description: string, status = code === "invalid_client" ? 401 : 400) {
    super(description);
    this.code = code;
    this.status = status;
  }
}
