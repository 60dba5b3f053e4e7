import { CircleAlert, Hourglass, Info } from "lucide-react";
import type { ReactNode } from "react";
import { RecordLink } from "@/components/custody/record-link";
import { toneText } from "@/components/ui/badge";
import { cn } from "@/components/ui/cn";
import { Time } from "@/components/ui/time";
import type { Risk } from "@/lib/domain/identity";
import { rejectionWording } from "@/lib/domain/identity/rejection-reasons";

const ICONS = { harm: CircleAlert, waiting: Hourglass, neutral: Info };

/** How many other records are linked before the rest is folded, so that the photos stay in view. */
const LISTED = 3;

/** What a custodian should know before they decide a check, the worst first, with a way to the other record. */
export const Risks = ({ risks }: { risks: readonly Risk[] }) =>
  risks.length === 0 ? null : (
    <section aria-label="Risks" className="mb-6 rounded-md border border-line bg-surface text-sm">
      <ul className="divide-y divide-line">
        {risks.map((risk) => {
          const Icon = ICONS[risk.severity];
          return (
            <li key={"likeness" in risk ? risk.likeness.join() : risk.kind} className="flex gap-3 px-4 py-3">
              <Icon className={cn("mt-0.5 size-4 shrink-0", toneText[risk.severity])} aria-hidden />
              <span className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-3">{wordsOf(risk)}</span>
            </li>
          );
        })}
      </ul>
    </section>
  );

const LIKENESS = {
  document_number: ["document number"],
  name_and_birth_date: ["name", "birth date"],
  photo: ["photo"],
};
const STATUS = { draft: "not sent", submitted: "waiting", approved: "approved", rejected: "rejected" };
const list = new Intl.ListFormat("en");

function wordsOf(risk: Risk): ReactNode {
  switch (risk.kind) {
    case "duplicate":
      return (
        <>
          <span className="font-medium">
            Same {list.format(risk.likeness.flatMap((one) => LIKENESS[one]))} as{" "}
            {risk.others.length === 1 ? "another person" : `${risk.others.length} other people`}
          </span>
          <Others others={risk.others} />
        </>
      );
    case "reserved_duplicate":
      return (
        <Words
          title={
            risk.count === 1
              ? "Resembles a record reserved for another custodian"
              : `Resembles ${risk.count} records reserved for another custodian`
          }
        >
          Reassign this check to a colleague.
        </Words>
      );
    case "not_compared":
      return <Words title="Not compared with other people’s checks yet">Reload in a moment.</Words>;
    case "document_expired":
      return (
        <Words title="Document expired">
          <Time at={risk.on} as="date" />
        </Words>
      );
    case "document_expires_soon":
      return (
        <Words title="Document expires soon">
          <Time at={risk.on} as="date" />
        </Words>
      );
    case "under_21":
      return <Words title={`Age ${risk.age}`}>Compare the birth date on the document.</Words>;
    case "rejected_before":
      return (
        <Words title={risk.count === 1 ? "Rejected before" : `Rejected ${risk.count} times before`}>
          {rejectionWording(risk.reason).label}
          {risk.at ? (
            <>
              , <Time at={risk.at} />
            </>
          ) : null}
          . <CheckLink id={risk.checkId}>Open the earlier check</CheckLink>
        </Words>
      );
    case "many_from_network":
      return (
        <Words title={`${risk.people} other people sent checks from the same network within 12 hours`}>
          {risk.sameBrowser === 0 ? "None" : risk.sameBrowser} with the same browser.
        </Words>
      );
  }
}

type OthersProps = { others: Extract<Risk, { kind: "duplicate" }>["others"] };

/** The checks of those people. The first ones stay in view. */
function Others({ others }: OthersProps) {
  const links = others.map(({ checkId, status }) => (
    <span key={checkId} className="text-muted">
      <CheckLink id={checkId}>Open {others.length === 1 ? "their check" : "check"}</CheckLink> ({STATUS[status]})
    </span>
  ));
  return (
    <>
      {links.slice(0, LISTED)}
      {links.length > LISTED ? (
        <details className="text-muted">
          <summary className="cursor-pointer">{links.length - LISTED} more</summary>
          <span className="flex flex-wrap gap-x-3 pt-1">{links.slice(LISTED)}</span>
        </details>
      ) : null}
    </>
  );
}

const Words = ({ title, children }: { title: string; children: ReactNode }) => (
  <>
    <span className="font-medium">{title}</span>
    <span className="text-muted">{children}</span>
  </>
);

const CheckLink = ({ id, children }: { id: string; children: ReactNode }) => (
  <RecordLink href={`/custodian/identities/${id}`}>{children}</RecordLink>
);
