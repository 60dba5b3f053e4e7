import { BookUser } from "lucide-react";
import Link from "next/link";
import type { ReactNode } from "react";
import { isReserved, RecordLink, ReservedBadge, reservable } from "@/components/custody/record-link";
import { DataList } from "@/components/lists/data-list";
import { CopyBadge } from "@/components/records/content/copies";
import { hasInvalidDays, InvalidDays, NoMatchYet } from "@/components/records/content/no-content";
import { Badge, StatusBadge } from "@/components/ui/badge";
import { Callout, EmptyState } from "@/components/ui/callout";
import { CopyId } from "@/components/ui/copy";
import { counted } from "@/components/ui/format";
import { TextLink } from "@/components/ui/link";
import { PageSection } from "@/components/ui/page-header";
import { Time } from "@/components/ui/time";
import type { Reserved } from "@/lib/domain/custody/conflicts";
import type {
  IndexedDepiction,
  IndexedRecord,
  IndexedScene,
  IndexFilters,
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
      header: "People",
      cell: (row) => <Performers people={row.performers} hrefOf={hrefOf} />,
    },
    {
      header: "Partner",
      cell: (row) => <span className="wrap-anywhere block md:min-w-24">{row.partnerName}</span>,
    },
    {
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
      header: "Status",
      cell: (row) => (row.kind === "scene" ? <SceneInIndex row={row} /> : <RecordStatus row={row} />),
    },
    { header: "Produced", align: "end", cell: (row) => <Time at={row.productionDate} as="date" /> },
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
export function OtherNames({ names }: { names: IndexedDepiction["performers"][number]["aliases"] }) {
  if (names.length === 0) return null;
  return (
    <span className="block text-muted text-xs">
      {names.map(({ name, retired }) => (retired ? `${name} (no longer used)` : name)).join(", ")}
    </span>
  );
}

/** Shown before a search of the index. */
export function StartHere() {
  return (
    <EmptyState title="Search the index" icon={<BookUser aria-hidden />}>
      Search depictions and scenes by performer (legal name or alias), title, URL, SHA-256, id or production dates.
    </EmptyState>
  );
}

type NoRecordsProps = { page: Pick<IndexPage, "people" | "lookedThrough">; filters: IndexFilters };

/** Shown when a search of the index found no record. */
export function NoRecords({ page: { people, lookedThrough }, filters }: NoRecordsProps) {
  if (hasInvalidDays(filters)) return <InvalidDays />;
  if (lookedThrough) return <NoMatchYet at={lookedThrough} />;
  if (people?.length === 0) {
    return <EmptyState title="No performer has this name">Try one part of the name, or another spelling.</EmptyState>;
  }
  return (
    <EmptyState title="No matching records">
      <p>
        Check the spelling, or clear a field. New records appear after a second or two. Scenes appear here from their
        greenlight on.
        {filters.q && !people ? " To search for a person, use the Performer field." : null}
      </p>
      <p className="mt-2">
        Attestations aren’t in the index. Open the creator in <TextLink href="/custodian/accounts">Accounts</TextLink>{" "}
        to see theirs.
      </p>
    </EmptyState>
  );
}
