import Link from "next/link";
import type { ReactNode } from "react";
import { RecordLink } from "@/components/custody/record-link";
import { isReserved, ReservedBadge, reservable } from "@/components/custody/reserved";
import { DataList } from "@/components/lists/data-list";
import { CopyBadge } from "@/components/records/content/copy";
import { Badge, StatusBadge } from "@/components/ui/badge";
import { Callout } from "@/components/ui/callout";
import { CopyId } from "@/components/ui/copy";
import { counted } from "@/components/ui/format";
import { PageSection } from "@/components/ui/page-header";

import { Time } from "@/components/ui/time";
import type { Reserved } from "@/lib/domain/custody/conflicts";
import type {
  IndexedDepiction,
  IndexedRecord,
  IndexedScene,
  IndexPage,
  LinkedScene,
} from "@/lib/domain/records/content";

type RecordResultsProps = {
  rows: (IndexedRecord | Reserved)[];
  /** The date they are sorted by, latest first. */
  order: "logged" | "produced";
  hrefOf: (userId: string) => string;
  empty: ReactNode;
};

/** Depictions and scenes in the index: what each is, who appears in it, and which partner logged or created it. */
export function RecordResults({ rows, order, hrefOf, empty }: RecordResultsProps) {
  const columns = reservable<IndexedRecord>([
    {
      id: "title",
      header: "Record",
      primary: true,
      cell: (row) => (
        <span className="flex flex-col gap-1 md:min-w-56">
          <RecordTitle {...row} />
          {row.kind === "scene" ? (
            <span className="text-muted text-xs">Scene</span>
          ) : (
            <>
              <span className="break-all font-mono text-muted text-xs">{row.contentUrl}</span>
              <LinkedScenes scenes={row.scenes} />
            </>
          )}
        </span>
      ),
    },
    {
      id: "performers",
      header: "People",
      cell: (row) => <Performers people={row.performers} hrefOf={hrefOf} />,
    },
    {
      id: "partner",
      header: "Partner",
      cell: (row) => <span className="wrap-anywhere block md:min-w-24">{row.partnerName}</span>,
    },
    {
      id: "ids",
      header: "Ids",
      cell: (row) => (
        <span className="flex flex-col items-start gap-1 md:min-w-32">
          <CopyId value={row.id} label={`${row.kind} id`} short />
          {row.kind === "depiction" && row.externalContentId ? (
            <CopyId value={row.externalContentId} label="content id" short />
          ) : null}
        </span>
      ),
    },
    {
      id: "status",
      header: "Status",
      cell: (row) => (row.kind === "scene" ? <SceneInIndex row={row} /> : <RecordStatus row={row} />),
    },
    { id: "produced", header: "Produced", align: "end", cell: (row) => <Time at={row.productionDate} as="date" /> },
  ]);
  return (
    <DataList
      caption={`Records, latest ${order} first`}
      rows={rows}
      rowKey={(row) => row.id}
      columns={columns}
      empty={empty}
    />
  );
}

const RecordTitle = ({ kind, id, title }: Pick<IndexedRecord, "kind" | "id" | "title">) => (
  <RecordLink
    plain
    href={kind === "scene" ? `/custodian/scenes/${id}` : `/custodian/records/${id}`}
    className="wrap-anywhere line-clamp-2 font-medium"
  >
    {title ?? "Untitled"}
  </RecordLink>
);

/** The scenes that a depiction leads to. */
export function LinkedScenes({ scenes }: { scenes: readonly LinkedScene[] }) {
  return scenes.map((scene) => (
    <span key={scene.id} className="wrap-anywhere text-xs">
      In scene{" "}
      {isReserved(scene) ? (
        <ReservedBadge />
      ) : (
        <RecordLink plain href={`/custodian/scenes/${scene.id}`}>
          {scene.title}
        </RecordLink>
      )}
    </span>
  ));
}

function SceneInIndex({ row: { erased, published } }: { row: IndexedScene }) {
  if (erased) return <Badge>Erased after seven years</Badge>;
  return (
    <StatusBadge tone="done">
      {published > 0 ? `Greenlit, ${counted(published, "publication")}` : "Greenlit"}
    </StatusBadge>
  );
}

function RecordStatus({ row: { erased, removedAt, copy } }: { row: IndexedDepiction }) {
  if (erased) return <Badge>Erased after seven years</Badge>;
  if (removedAt) return <Badge>Removed</Badge>;
  return copy ? <CopyBadge copy={copy} /> : null;
}

type PerformersProps = { people: IndexedDepiction["performers"]; hrefOf: (userId: string) => string };

/** Who appears, with legal name and aliases. Each links to their other records. */
export function Performers({ people, hrefOf }: PerformersProps) {
  if (people.length === 0) return <span className="text-muted">No performers on file</span>;
  return (
    <ul className="flex flex-col gap-1 md:min-w-32">
      {people.map(({ userId, legalName, aliases }) => (
        <li key={userId}>
          <RecordLink plain href={hrefOf(userId)}>
            {legalName ?? "No verified name"}
          </RecordLink>
          <OtherNames names={aliases} />
        </li>
      ))}
    </ul>
  );
}

type PeopleResultsProps = {
  people: NonNullable<IndexPage["people"]>;
  more: boolean;
  hrefOf: (userId: string) => string;
};

/** The people who share a name. Each links to that person's records. */
export function PeopleResults({ people, more, hrefOf }: PeopleResultsProps) {
  if (people.length < 2) return null;
  return (
    <PageSection id="people" title={<>{more ? `The first ${people.length}` : people.length} people have this name</>}>
      {more ? <Callout tone="waiting">More people match. Add more of the name to see the others.</Callout> : null}
      <ul className="flex flex-wrap gap-2">
        {people.map(({ userId, legalName, aliases }) => (
          <li key={userId}>
            <Link
              href={hrefOf(userId)}
              prefetch={false}
              className="flex flex-col rounded-md border border-line bg-surface px-3 py-2 hover:border-line-strong"
            >
              <span className="font-medium">{legalName ?? "No verified name"}</span>
              <OtherNames names={aliases} />
            </Link>
          </li>
        ))}
      </ul>
    </PageSection>
  );
}

/** A person's aliases. Ones no longer used are marked; searches find them too. */
function OtherNames({ names }: { names: IndexedDepiction["performers"][number]["aliases"] }) {
  if (names.length === 0) return null;
  return (
    <span className="block text-muted text-xs">
      {names.map(({ name, retired }) => (retired ? `${name} (no longer used)` : name)).join(", ")}
    </span>
  );
}
