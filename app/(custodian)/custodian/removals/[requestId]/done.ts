/** What a custodian just did to a request, as the page says it. */
export const DONE = {
  assigned: "You work on this request now.",
  released: "Put back. Another custodian can take it.",
  reassigned: "Reassigned to your colleague.",
  noted: "Note saved.",
  asked: "Question sent to the claimant.",
  closed: "Request closed. We emailed the claimant.",
  closing_proposed: "Closing proposed. Another custodian must agree.",
  attached: "Record attached to the request.",
  frozen: "Production frozen until you decide.",
  attached_before: "This record was already part of the request.",
  dismissed: "Suggestion dismissed.",
  confirmed: "Removal confirmed. We notified its platform.",
  already_removed: "Its platform had already removed it. We sent nothing.",
  rejected: "Record rejected.",
  proposed: "Rejection proposed. Another custodian must agree.",
} as const;
export type Done = keyof typeof DONE;
