export { createApprovalLink } from "./create-approval-link.ts";
export { decideApproval } from "./decide-approval.ts";
export { openApprovalLink } from "./open-approval-link.ts";
export { getApproval, listApprovals } from "./reads.ts";
