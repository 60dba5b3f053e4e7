import type { ReactNode } from "react";
import { Callout } from "@/components/ui/callout";
import { KeyValue, SectionCard } from "@/components/ui/card";
import { CopyId } from "@/components/ui/copy";
import { inSentence } from "@/components/ui/format";
import { History } from "@/components/ui/history";
import { TextLink } from "@/components/ui/link";
import { Time } from "@/components/ui/time";
import { isViewPurpose, purposeLabels } from "@/lib/domain/identity/view-purposes";
import type { DepictionDetail, ViewedRecord } from "@/lib/domain/records/content";

const MATCHED: Readonly<Record<string, string>> = {
  file: "the same file",
  url: "the same URL",
  picture: "a picture that looks the same",
};

/** What a partner does about content of which a removal was confirmed before. */
export const MatchedRemoval = ({ reasons, matchedAt }: NonNullable<DepictionDetail["match"]>) => (
  <Callout tone="waiting" title="Matches a confirmed removal">
    A custodian confirmed a removal of {reasons.map((reason) => MATCHED[reason]).join(" and ")} before, on any platform.
    We found it <Time at={matchedAt} />. Hide it: a custodian decides about this record, and it is marked as removed if
    it must come down.
  </Callout>
);

/** What the partner sent about a depiction, and its ids. */
export function DepictionFacts({ depiction }: { depiction: DepictionDetail }) {
  const { externalContentId, creator, fileHash } = depiction;
  return (
    <KeyValue
      items={[
        { label: "URL", value: <CopyId value={depiction.contentUrl} label="URL" /> },
        {
          label: "Your content id",
          value: externalContentId ? (
            <CopyId value={externalContentId} label="content id" />
          ) : (
            "Not sent. The API can’t confirm its copy or remove it. Take it down here."
          ),
        },
        {
          label: "Creator",
          value: (
            <>
              <TextLink href={`/portal/creators/${creator.accountId}`}>{creator.externalUserId}</TextLink>
              <span className="text-muted">, {creator.email}</span>
              <br />
              <TextLink href={`/portal/content?creator=${creator.accountId}`}>All content of this creator</TextLink>
            </>
          ),
        },
        { label: "Type", value: depiction.contentType },
        { label: "Platform", value: depiction.platform },
        { label: "Produced", value: <Time at={depiction.productionDate} as="datetime" /> },
        { label: "Logged", value: <Time at={depiction.createdAt} as="datetime" /> },
        { label: "Your file hash", value: fileHash ? <CopyId value={fileHash} label="file hash" /> : "Not sent" },
        { label: "Depiction id", value: <CopyId value={depiction.id} label="depiction id" /> },
        { label: "Content log id", value: <CopyId value={depiction.contentLogId} label="content log id" /> },
      ]}
    />
  );
}

type Viewed = Pick<DepictionDetail | ViewedRecord, "history" | "hasMoreViews"> & { proofsHref?: string };

/** Every change of this record and the latest views of its copy, from the ledger. */
export const DepictionHistory = ({ history, hasMoreViews, proofsHref }: Viewed) => (
  <History<Viewed["history"][number]>
    lines={history}
    description={hasMoreViews ? "Newest first, with the latest views of the copy only." : undefined}
    moreOf={reasonOf}
    proofsHref={proofsHref}
  />
);

// A custodian picks a reason from a list; everyone else writes their own.
const reasonOf = ({ action, reason }: Viewed["history"][number]): string | null =>
  reason && action === "depiction.viewed" && isViewPurpose(reason) ? inSentence(purposeLabels[reason]) : reason;

type RetentionProps = DepictionDetail["retention"] | NonNullable<ViewedRecord["logged"]>["retention"];

/** How long the record is kept. Only custodians learn of a legal hold. */
export function Retention(retention: RetentionProps) {
  const { title, why } = inWords(retention);
  return (
    <SectionCard id="retention" title={title} body="text-muted text-sm">
      {why}
    </SectionCard>
  );
}

function inWords({ until, isOver, mustBeKept, ...custodians }: RetentionProps): { title: ReactNode; why: ReactNode } {
  const day = <Time at={until} as="date" />;
  if ("legalHold" in custodians && custodians.legalHold)
    return { title: "Kept under a legal hold", why: "It can’t be erased until the hold is lifted." };
  if (!isOver)
    return {
      title: <>Kept until {day}</>,
      why: "Seven years from production, even if removed. Then it’s erased with its copy, unless it must be kept longer.",
    };
  if (mustBeKept) return { title: "Kept", why: <>The seven years ended on {day}, but it must be kept longer.</> };
  return {
    title: <>The seven years ended on {day}</>,
    why: "It will be erased with its copy in the next nightly run.",
  };
}
