import { CLUSTER_DID, CLUSTER_LEFT } from "@/lib/domain/removals/deciding/labels";

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
  false_match_removed: "Near copies are suggested again. This record stays dismissed until you attach it.",
  confirmed: "Removal confirmed. We notified its platform.",
  already_removed: "Its platform had already removed it. We sent nothing.",
  rejected: "Record rejected.",
  proposed: "Rejection proposed. Another custodian must agree.",
} as const;
export type Done = keyof typeof DONE;

type Outcome = {
  did: Partial<Record<(typeof CLUSTER_DID)[number], number>>;
  left: readonly { why: (typeof CLUSTER_LEFT)[number] }[];
};

/** Each with the sentence for one record, and for several. */
const DID: Readonly<Record<(typeof CLUSTER_DID)[number] | (typeof CLUSTER_LEFT)[number], readonly [string, string]>> = {
  attached: ["1 record attached to the request.", "# records attached to the request."],
  dismissed: ["1 suggestion dismissed.", "# suggestions dismissed."],
  confirmed: ["1 removal confirmed. We notified its platform.", "# removals confirmed. We notified their platforms."],
  already_removed: ["1 had already been removed by its platform.", "# had already been removed by their platforms."],
  rejected: ["1 record rejected.", "# records rejected."],
  proposed: [
    "1 rejection proposed. Another custodian must agree.",
    "# rejections proposed. Another custodian must agree.",
  ],
  before: ["1 record had this outcome before.", "# records had this outcome before."],
  changed: [
    "1 record changed meanwhile, so we left it as it is.",
    "# records changed meanwhile, so we left them as they are.",
  ],
  second_custodian: [
    "1 record needs another custodian, so we left it as it is.",
    "# records need another custodian, so we left them as they are.",
  ],
  conflict_of_interest: [
    "1 record is reserved for another custodian, so we left it as it is.",
    "# records are reserved for another custodian, so we left them as they are.",
  ],
  request_withdrawn: [
    "The claimant withdrew the request meanwhile, so we left 1 record as it is.",
    "The claimant withdrew the request meanwhile, so we left # records as they are.",
  ],
  assigned_elsewhere: [
    "Another custodian took the request meanwhile, so we left 1 record as it is.",
    "Another custodian took the request meanwhile, so we left # records as they are.",
  ],
  failed: ["1 record could not be decided. Try again.", "# records could not be decided. Try again."],
};

/** What a decision about several records did, as the URL has it: "confirmed-3.changed-1". */
export const didOf = ({ did, left }: Outcome): string => {
  const counts: [string, number][] = [
    ...CLUSTER_DID.map((one): [string, number] => [one, did[one] ?? 0]),
    ...CLUSTER_LEFT.map((why): [string, number] => [why, left.filter((one) => one.why === why).length]),
  ];
  return counts.flatMap(([name, count]) => (count > 0 ? `${name}-${count}` : [])).join(".");
};

/** The same in words, and whether records were left. Null for anything else. */
export function didText(did: string | undefined): { text: string; hasLeft: boolean } | null {
  const sentences: string[] = [];
  for (const [name, [one, many]] of Object.entries(DID)) {
    const count = Number(new RegExp(`(?:^|\\.)${name}-(\\d{1,3})(?:\\.|$)`).exec(did ?? "")?.[1] ?? 0);
    if (count > 0) sentences.push(count === 1 ? one : many.replace("#", `${count}`));
  }
  const hasLeft = CLUSTER_LEFT.some((why) => did?.includes(`${why}-`));
  return sentences.length > 0 ? { text: sentences.join(" "), hasLeft } : null;
}
