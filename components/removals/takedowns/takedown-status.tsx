import { StatusBadge, type Tone } from "@/components/ui/badge";
import type { TakedownRow } from "@/lib/domain/removals";
import {
  KIND_LABELS,
  type LegalBasis,
  type TakedownStatus as Status,
  TAKEDOWN_STATUS_LABELS,
} from "@/lib/domain/removals/labels";

const TONES: Record<Status, Tone> = {
  open: "waiting",
  breached: "harm",
  taken_down: "done",
  already_removed: "done",
  canceled: "neutral",
};

export const TakedownStatus = ({ status }: { status: Status }) => (
  <StatusBadge tone={TONES[status]} ended={status === "canceled"}>
    {TAKEDOWN_STATUS_LABELS[status]}
  </StatusBadge>
);

/** What a takedown or a removal request is about: its title, otherwise its URL. */
export const recordTitle = ({ kind, title, url }: Pick<TakedownRow, "kind" | "title" | "url">): string =>
  title ?? url ?? `${KIND_LABELS[kind]} whose record was erased`;

/** What each legal basis says, and what it asks of the partner. */
export const BASIS_ASKS: Record<LegalBasis, string> = {
  NCII_TAKE_IT_DOWN:
    "A person says that this intimate content was published without their consent (47 U.S.C. 223a). Take it down within 48 hours of the request, with every identical copy you know of.",
  NCII_STATE:
    "A person relies on state law against sharing intimate images without consent. Take it down within 72 hours of the request.",
  AN_5196_APPEAL:
    "A depicted person withdrew their consent. The card brands’ rule for adult content (AN 5196) asks you to take it down within seven business days.",
  DMCA: "A copyright owner says that this is their work (17 U.S.C. 512(c)). Take it down within seven business days, and tell your uploader, who may send you a counter-notice.",
  OTHER: "The request rests on other grounds. Take it down within seven business days.",
};
