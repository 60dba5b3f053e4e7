import { KeyValue, SectionCard } from "@/components/ui/card";
import { CopyId } from "@/components/ui/copy";
import { counted, latestText } from "@/components/ui/format";
import { Time } from "@/components/ui/time";
import type { ProductionRecord } from "@/lib/domain/productions/custody";
import { RecordLink } from "./record-link";

/** The facts of a production, for a custodian. */
export function ProductionFacts({ production }: { production: ProductionRecord }) {
  const { id, producer, createdBy, contentId, productionDate, createdAt, documentedAt, partners } = production;
  return (
    <KeyValue
      narrow
      items={[
        { label: "Production", value: <CopyId value={id} label="production id" /> },
        {
          label: "Producer",
          value: (
            <span className="flex flex-col">
              <span className="wrap-anywhere">{producer.name}</span>
              <span className="break-all text-muted">{producer.email}</span>
            </span>
          ),
        },
        { label: "Produced", value: <Time at={productionDate} as="date" /> },
        { label: "Created", value: <Time at={createdAt} as="datetime" /> },
        { label: "Created by", value: createdBy ?? "The producer" },
        contentId && { label: "Content id", value: <span className="break-all">{contentId}</span> },
        { label: "Documented", value: documentedAt ? <Time at={documentedAt} as="datetime" /> : "Not yet" },
        {
          label: "Partners",
          value:
            partners.length === 0 ? (
              "None linked"
            ) : (
              <ul className="flex flex-col gap-1">
                {partners.map(({ partnerId, name, linkedAt, takenDownAt }) => (
                  <li key={partnerId} className="wrap-anywhere">
                    {name}, <span className="text-muted">linked</span> <Time at={linkedAt} className="text-muted" />
                    {takenDownAt ? (
                      <span className="text-muted">
                        , taken down <Time at={takenDownAt} />
                      </span>
                    ) : null}
                  </li>
                ))}
              </ul>
            ),
        },
      ]}
    />
  );
}

/** Who is in a production, with a link to each scene, where their releases and IDs are. */
export const ProductionPerformers = ({ performers }: Pick<ProductionRecord, "performers">) => (
  <SectionCard
    id="performers"
    title={performers.length > 0 ? counted(performers.length, "performer") : "No performers yet"}
    description={performers.length > 0 ? "Their releases and IDs are in these scenes." : undefined}
  >
    {performers.length > 0 ? (
      <ul className="flex flex-col">
        {performers.map(({ email, scenes }) => (
          <li key={email} className="flex flex-col gap-1 border-line border-b py-3 last:border-b-0">
            <span className="break-all font-medium">{email}</span>
            {scenes.map(({ id, title, isUploader, signedAt, consentedAt, refusedAt }) => (
              <span key={id} className="wrap-anywhere text-muted">
                <RecordLink plain href={`/custodian/scenes/${id}`} className="text-ink">
                  {title}
                </RecordLink>
                : {isUploader ? "uploader" : decided({ signedAt, consentedAt, refusedAt })}
              </span>
            ))}
          </li>
        ))}
      </ul>
    ) : null}
  </SectionCard>
);

type Times = Pick<ProductionRecord["performers"][number]["scenes"][number], "signedAt" | "consentedAt" | "refusedAt">;

function decided({ signedAt, consentedAt, refusedAt }: Times): string {
  if (refusedAt) return "refused";
  if (consentedAt) return "consented";
  return signedAt ? "signed, ID missing" : "pending";
}

/** What was published of a production. */
export const ProductionDepictions = ({ depictions: { rows, total } }: Pick<ProductionRecord, "depictions">) => (
  <SectionCard
    id="depictions"
    title={total > 0 ? counted(total, "depiction") : "No depictions yet"}
    description={latestText(rows.length, total)}
  >
    {total > 0 ? (
      <ul className="flex flex-col">
        {rows.map(({ id, url, sha256, title, producedOn }) => (
          <li key={id} className="flex flex-col items-start gap-1 border-line border-b py-3 last:border-b-0">
            {title ? <span className="wrap-anywhere font-medium">{title}</span> : null}
            <CopyId value={url} label="URL" />
            {sha256 ? <CopyId value={sha256} label="file hash" short /> : null}
            <span className="text-muted text-xs">
              Produced <Time at={producedOn} as="date" />
            </span>
          </li>
        ))}
      </ul>
    ) : null}
  </SectionCard>
);
