import { KeepRefreshing } from "@/components/live/refresh";
import { Spinner } from "@/components/ui/button";
import { Card, FactsCard } from "@/components/ui/card";
import { counted } from "@/components/ui/format";
import { TextLink } from "@/components/ui/link";
import { Time } from "@/components/ui/time";
import type { ProductionView } from "@/lib/domain/productions";
import { productionHref } from "./production-address";

/** What the producer sees while their records are being sealed. The page follows it to the end, also without scripts. */
export const Sealing = ({ since }: { since: Date }) => (
  <Card className="flex flex-col gap-3 p-4 md:p-6">
    <KeepRefreshing />
    <p role="status" className="flex items-center gap-3 font-medium">
      <Spinner />
      In progress
    </p>
    <p className="max-w-prose text-muted">
      We collect the releases, the indexes and the copies of IDs that we have, and lock them. This usually takes less
      than a minute. Started <Time at={since} />.
    </p>
    <p className="max-w-prose text-muted">
      You can leave this page. The certificate appears here and goes to each linked platform.
    </p>
  </Card>
);

/** What the sealed package will hold, to check before certifying it. The statement refers to these performers. */
export function SealContents({ production }: { production: ProductionView }) {
  const { title, productionDate, producer, performers, scenes, depictionCount, partners } = production;
  const change = (page: "edit" | "performers" | "depictions", label: string) => (
    <TextLink href={productionHref(production, page)} className="text-sm">
      {label}
    </TextLink>
  );
  return (
    <FactsCard
      id="contents"
      title="What we seal"
      description="The releases, the indexes, the list of depictions, and the copies of IDs that we have, as they are now. Where another service verified an ID and gave us no copy, the package says so. Only our custodians and inspectors can open it."
      items={[
        {
          label: "Title",
          value: (
            <span className="flex flex-wrap items-baseline justify-between gap-x-4">
              <span className="wrap-anywhere">{title}</span> {change("edit", "Edit")}
            </span>
          ),
        },
        { label: "Day of production", value: <Time at={productionDate} as="date" /> },
        { label: "Producer", value: producer.name },
        {
          label: "Performers",
          value: (
            <span className="flex flex-col gap-1">
              <span className="flex flex-wrap items-baseline justify-between gap-x-4">
                {counted(performers.length, "performer")} in {counted(scenes.length, "scene")}
                {change("performers", "See scenes")}
              </span>
              {performers.map(({ email }) => (
                <span key={email} className="break-all text-muted">
                  {email}
                </span>
              ))}
            </span>
          ),
        },
        {
          label: "Depictions",
          value: (
            <span className="flex flex-wrap items-baseline justify-between gap-x-4">
              {counted(depictionCount, "depiction")}, listed below {change("depictions", "Edit")}
            </span>
          ),
        },
        {
          label: "Certificate goes to",
          value: partners.length > 0 ? partners.map(({ name }) => name).join(", ") : "No platform yet",
        },
      ]}
    />
  );
}
