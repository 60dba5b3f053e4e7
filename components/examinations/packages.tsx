import { Archive } from "lucide-react";
import { reservable, reservableHref } from "@/components/custody/record-link";
import { ListView } from "@/components/lists/list-view";
import { KeepRefreshing } from "@/components/live/refresh";
import { StatusBadge, type Tone } from "@/components/ui/badge";
import { CopyId } from "@/components/ui/copy";
import { counted } from "@/components/ui/format";
import { ButtonLink } from "@/components/ui/link";
import { Time } from "@/components/ui/time";
import type { Page } from "@/lib/domain/core/lists";
import type { Reserved } from "@/lib/domain/custody/conflicts";
import { PROFILE_LABELS } from "@/lib/domain/examinations/labels";
import type { PackageRow } from "@/lib/domain/examinations/packages";

const STATUSES: Readonly<Record<PackageRow["status"], { tone: Tone; label: string }>> = {
  entered: { tone: "waiting", label: "To confirm" },
  making: { tone: "accent", label: "In progress" },
  ready: { tone: "done", label: "Ready" },
  failed: { tone: "harm", label: "Failed" },
  expired: { tone: "neutral", label: "Expired" },
};

/** The status of a package. */
export const PackageBadge = ({ status }: { status: PackageRow["status"] }) => (
  <StatusBadge tone={STATUSES[status].tone} ended={status === "expired"}>
    {STATUSES[status].label}
  </StatusBadge>
);

const COLUMNS = reservable<PackageRow>([
  {
    header: "Requested by",
    primary: true,
    cell: ({ requester }) => <span className="wrap-anywhere">{requester}</span>,
  },
  { header: "Profile", cell: ({ profile }) => PROFILE_LABELS[profile].label },
  { header: "Entered", cell: ({ enteredAt }) => <Time at={enteredAt} as="datetime" /> },
  { header: "Records", cell: ({ recordCount }) => recordCount ?? "–" },
  { header: "Status", cell: ({ status }) => <PackageBadge status={status} /> },
]);

/** All packages, for a custodian. */
export const PackageList = (page: Page<PackageRow | Reserved>) => (
  <ListView
    {...page}
    path="/custodian/packages"
    address={{}}
    caption="Packages, newest first"
    rowHref={reservableHref(({ id }) => `/custodian/packages/${id}`)}
    columns={COLUMNS}
    empty={{
      icon: <Archive aria-hidden />,
      title: "No packages",
      children: "Enter a request when someone with authority asks for copies of records.",
    }}
  />
);

type PackageStateProps = {
  pack: Pick<PackageRow, "status" | "bytes" | "recordCount" | "expiresAt" | "sha256" | "failure">;
  /** Below it are the file and its hash. */
  path: string;
  file?: string;
};

const megabytes = (bytes: number): string => `${Math.max(0.1, bytes / 2 ** 20).toFixed(1)} MB`;

/** Where a package stands, and its file once it is made. */
export function PackageState({ pack, path, file = `${path}/file` }: PackageStateProps) {
  const { status, bytes, recordCount, expiresAt, sha256, failure } = pack;
  if (status === "making") {
    return (
      <>
        <p className="text-muted" role="status">
          We’re making the package. You can leave this page.
        </p>
        <KeepRefreshing />
      </>
    );
  }
  if (status === "failed") return <p>{failure} Try again.</p>;
  if (status === "expired") return <p className="text-muted">The file was deleted. Its hash stays in the ledger.</p>;
  if (status !== "ready" || bytes === null || !sha256) {
    return <p className="text-muted">It is made once another custodian confirms. Nobody can change it afterwards.</p>;
  }
  return (
    <>
      <p>
        {counted(recordCount ?? 0, "record")}, {megabytes(bytes)}. A ZIP with pages that open in a browser, offline.
      </p>
      <div className="flex flex-wrap gap-2">
        <ButtonLink href={file} external variant="primary">
          Download package
        </ButtonLink>
        <ButtonLink href={`${path}/sum`} external>
          Download hash
        </ButtonLink>
      </div>
      <span className="text-muted text-sm">
        SHA-256 <CopyId value={sha256} label="hash of the package" short />
      </span>
      {expiresAt ? (
        <p className="text-muted text-sm">
          Deleted on <Time at={expiresAt} as="datetime" />.
        </p>
      ) : null}
    </>
  );
}
