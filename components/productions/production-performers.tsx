import { DataList } from "@/components/lists/data-list";
import { counted } from "@/components/ui/format";
import { ButtonLink } from "@/components/ui/link";
import { Section } from "@/components/ui/section";
import type { LinkedProduction } from "@/lib/domain/productions";
import { RecordState } from "./production-status";

type Performer = LinkedProduction["performers"][number];

type ProductionPerformersProps = {
  performers: readonly Performer[];
  otherPerformers: number;
  /** Where a scene is added; null for who may not. */
  addHref: string | null;
};

/** Whom the partner named, with how far their records are in its own scenes, and how many others there are. */
export const ProductionPerformers = ({ performers, otherPerformers, addHref }: ProductionPerformersProps) => (
  <Section
    id="performers"
    title="Performers"
    actions={
      addHref ? (
        <ButtonLink size="sm" href={addHref}>
          Add a scene
        </ButtonLink>
      ) : null
    }
  >
    <DataList
      caption="Performers, in the order they were added"
      rows={performers}
      rowKey={({ email }) => email}
      empty={
        <p className="p-4 text-muted text-sm md:px-6">
          {otherPerformers > 0
            ? "You named none of the performers."
            : "None yet. Performers join with a scene or a verification job."}
        </p>
      }
      columns={[
        {
          id: "email",
          header: "Email",
          primary: true,
          cell: ({ email }: Performer) => <span className="break-all">{email}</span>,
        },
        { id: "state", header: "Status", cell: ({ state }: Performer) => <RecordState state={state} /> },
      ]}
    />
    {otherPerformers > 0 ? (
      <p className="text-muted text-sm">
        {counted(otherPerformers, "more performer")} from the producer or other platforms.
      </p>
    ) : null}
  </Section>
);
