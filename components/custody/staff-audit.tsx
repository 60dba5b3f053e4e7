import { ListView } from "@/components/lists/list-view";
import { type Actor, AUDIT_EMPTY, AUDIT_LOG_COLUMNS, auditControls } from "@/components/parties/audit-log";
import { AUDIT_GROUPS } from "@/lib/domain/core/audit/labels";
import type { Listed } from "@/lib/domain/core/lists";
import type { StaffAct, staffAuditList } from "@/lib/domain/custody/staff-audit";
import { RecordLink, reservable } from "./record-link";

/** Where the page of what an act is about is. */
const PAGES: { readonly [Kind in StaffAct["subjectKind"]]?: string } = {
  collab_scene: "scenes",
  depiction: "records",
  examination: "examinations",
  identity_check: "identities",
  inspection: "inspections",
  production: "productions",
  record_package: "packages",
  removal_request: "removals",
  sample: "samples",
  solo_account: "accounts",
};

const { what, who, from, when } = AUDIT_LOG_COLUMNS;

const COLUMNS = reservable<StaffAct>([
  what,
  {
    header: "About",
    cell: (act) => {
      const page = PAGES[act.subjectKind];
      if (!page) return AUDIT_LOG_COLUMNS.about.cell(act);
      return (
        <RecordLink href={`/custodian/${page}/${act.subjectId}`} className="wrap-anywhere font-mono text-xs">
          {act.about}
        </RecordLink>
      );
    },
  },
  who,
  from,
  when,
]);

type Props = { list: Listed<typeof staffAuditList>; custodians: readonly Actor[] };

/** The service's audit log. */
export const StaffAuditLog = ({ list, custodians }: Props) => (
  <ListView
    {...list}
    path="/custodian/audit"
    caption="Administrative acts, newest first"
    columns={COLUMNS}
    search={{ label: "Search", placeholder: "An act, a custodian’s address, or an id" }}
    controls={auditControls(AUDIT_GROUPS, custodians)}
    exportPath="/custodian/audit/file"
    empty={{
      ...AUDIT_EMPTY,
      children: "Sign-ins, roles, holds, examinations, keys and exports of custodians appear here.",
    }}
  />
);
