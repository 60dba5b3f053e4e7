import { Confirm } from "@/components/creators/own/confirm";
import { ActionForm } from "@/components/ui/action-form";
import { Callout } from "@/components/ui/callout";
import { FactsCard, SectionCard } from "@/components/ui/card";
import { CopyId } from "@/components/ui/copy";
import type { FormState } from "@/components/ui/form";
import { Time } from "@/components/ui/time";
import type { LinkablePartner, ProductionView } from "@/lib/domain/productions";

/** A production's id and dates. */
export const ProductionFacts = ({ production }: { production: ProductionView }) => (
  <FactsCard
    id="facts"
    title="Production"
    narrow
    items={[
      { label: "Production id", value: <CopyId value={production.id} label="production id" /> },
      { label: "Produced", value: <Time at={production.productionDate} as="date" /> },
      { label: "Producer", value: production.producer.name },
      production.createdBy && { label: "Created by", value: production.createdBy.name },
      { label: "Created", value: <Time at={production.createdAt} as="datetime" /> },
      production.documentedAt && { label: "Documented", value: <Time at={production.documentedAt} as="datetime" /> },
    ]}
  />
);

type PartnersProps = {
  production: ProductionView;
  /** Platforms to link it to. */
  linkable: readonly LinkablePartner[];
  /** Links one; null while nothing can change. */
  link: ((partnerId: string) => (state: FormState, form: FormData) => Promise<FormState>) | null;
};

/** The platforms that read a production, and those it can be linked to. */
export function Partners({ production: { partners, status }, linkable, link }: PartnersProps) {
  const others = link ? linkable.filter(({ isLinked }) => !isLinked) : [];
  return (
    <SectionCard
      id="partners"
      title="Platforms"
      description="Linked platforms get each certificate. They see the addresses and status of performers whom they named, and how many others there are."
      body="flex flex-col gap-4 text-sm"
    >
      {partners.length > 0 ? (
        <ul className="flex flex-col divide-y divide-line border-line border-y">
          {partners.map(({ partnerId, name, linkedAt, takenDownAt }) => (
            <li key={partnerId} className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 py-3">
              <span className="wrap-anywhere min-w-0 font-medium">{name}</span>
              <span className="text-muted">
                {takenDownAt ? "taken down" : "linked"} <Time at={takenDownAt ?? linkedAt} />
              </span>
            </li>
          ))}
        </ul>
      ) : (
        <p>No platform is linked.</p>
      )}
      {link && others.length > 0 ? (
        <div className="flex flex-col gap-3">
          <p className="text-muted">You work with these platforms too:</p>
          {others.map((partner) => (
            <LinkPartner
              key={partner.partnerId}
              partner={partner}
              action={link(partner.partnerId)}
              isDocumented={status === "documented"}
            />
          ))}
        </div>
      ) : null}
    </SectionCard>
  );
}

type LinkPartnerProps = {
  partner: Pick<LinkablePartner, "name">;
  action: (state: FormState, form: FormData) => Promise<FormState>;
  /** Whether there is a certificate, which the platform gets at once. */
  isDocumented: boolean;
};

/** Links a platform, after naming it again and saying what it gets. */
const LinkPartner = ({ partner: { name }, action, isDocumented }: LinkPartnerProps) => (
  <div className="flex flex-col items-start gap-2">
    <p className="wrap-anywhere font-medium">{name}</p>
    <Confirm label="Link…" about={name}>
      <p className="wrap-anywhere max-w-prose text-muted">
        {isDocumented
          ? `We send ${name} the certificate at once.`
          : `${name} gets the certificate when you seal the records.`}{" "}
        From now on it sees the title, the performers’ addresses and their status. You can’t unlink it.
      </p>
      <ActionForm action={action} variant="primary" size="sm" label={`Link ${name}`} pendingLabel="Linking" />
    </Confirm>
  </div>
);

/** What a change means once the records are sealed. Nothing before that. */
export const CorrectionNote = ({ production }: { production: Pick<ProductionView, "status" | "package"> }) =>
  production.status === "documented" && production.package ? (
    <Callout title="The records are sealed">
      Changes here are corrections. They aren’t part of the sealed records and the certificate until you seal again.
    </Callout>
  ) : null;
