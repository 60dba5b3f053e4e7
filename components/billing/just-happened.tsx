import { Callout } from "@/components/ui/callout";
import { TextLink } from "@/components/ui/link";
import { BILLING_PATH } from "./billing-address";

export type Happened = "paid" | "declined" | "pending" | "card_saved" | "card_pending" | "refused";

/** What came of what the person just did. */
export function JustHappened({ happened, owes }: { happened: Happened | null; owes: boolean }) {
  if (happened === null) return null;
  const { tone, title } = WORDS[happened];
  return (
    <Callout tone={tone} title={title} live>
      {happened === "card_saved" && owes ? (
        <>
          What is owed is being paid with it. <TextLink href={BILLING_PATH}>Look again</TextLink>
        </>
      ) : happened === "pending" ? (
        <>
          If it is still owed, it is tried by itself within minutes, and never paid twice.{" "}
          <TextLink href={BILLING_PATH}>Look again</TextLink>
        </>
      ) : happened === "card_pending" ? (
        <TextLink href={BILLING_PATH}>Look again</TextLink>
      ) : null}
    </Callout>
  );
}

const WORDS = {
  paid: { tone: "done", title: "Paid. Thank you." },
  declined: { tone: "harm", title: "The card did not work. Nothing was charged." },
  card_saved: { tone: "done", title: "The card is saved." },
  card_pending: { tone: "neutral", title: "We do not know yet whether the card was saved." },
  pending: { tone: "neutral", title: "We do not know yet whether it is paid." },
  refused: { tone: "harm", title: "The page for cards cannot be opened at the moment. Try again shortly." },
} as const;
