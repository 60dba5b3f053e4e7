import { ScrollText } from "lucide-react";
import { type Column, NONE } from "@/components/lists/data-list";
import { type Control, optionsOf } from "@/components/lists/filters";
import { ListView } from "@/components/lists/list-view";
import { deviceName } from "@/components/parties/sign-in/passkey-ceremony";
import { Time } from "@/components/ui/time";
import type { AuditEntry } from "@/lib/domain/core/audit";
import { AUDIT_GROUP_LABELS, type AuditGroup, TEAM_GROUPS } from "@/lib/domain/core/audit/labels";
import type { Listed } from "@/lib/domain/core/lists";
import type { teamAuditList } from "@/lib/domain/events/changes";

/** Roles such as "the service" begin a cell; names and addresses stay as they are. */
const capitalized = (who: string): string =>
  /^(an?|one|operator|someone|the|your) /.test(who) ? who.charAt(0).toUpperCase() + who.slice(1) : who;

/** The columns that both audit logs have. */
export const AUDIT_LOG_COLUMNS = {
  what: {
    header: "What",
    primary: true,
    cell: ({ did, note }) => (
      <span className="flex flex-col">
        <span className="font-medium">{did}</span>
        {note ? <span className="wrap-anywhere font-normal text-muted text-xs">{note}</span> : null}
      </span>
    ),
  },
  about: {
    header: "About",
    cell: ({ about }) => (about ? <span className="wrap-anywhere">{about}</span> : NONE),
  },
  who: { header: "Who", cell: ({ who }) => <span className="wrap-anywhere">{capitalized(who)}</span> },
  from: {
    header: "From",
    cell: ({ ip, userAgent }) =>
      ip || userAgent ? (
        <span className="flex flex-col">
          {userAgent ? <span>{deviceName(userAgent)}</span> : null}
          {ip ? <span className="wrap-anywhere font-mono text-muted text-xs">{ip}</span> : null}
        </span>
      ) : (
        NONE
      ),
  },
  when: { header: "When", align: "end", sorts: true, cell: ({ at }) => <Time at={at} /> },
} satisfies Record<string, Column<AuditEntry>>;

/** Who may have acted, for a filter. */
export type Actor = { id: string; name: string };

/** The filters that both audit logs have. */
export const auditControls = (groups: readonly AuditGroup[], actors: readonly Actor[]) =>
  ({
    group: { label: "About", options: optionsOf(groups, AUDIT_GROUP_LABELS) },
    actor: { label: "Who", options: actors.map(({ id, name }) => ({ value: id, label: name })), allLabel: "Everyone" },
    from: { label: "From", type: "date", className: "md:w-40" },
    to: { label: "Until", type: "date", className: "md:w-40" },
  }) satisfies Record<string, Control>;

/** What an audit log says without entries. */
export const AUDIT_EMPTY = {
  icon: <ScrollText />,
  title: "Nothing yet",
  noMatch: { title: "No matching entries", children: "Choose other filters or days." },
};

type TeamAuditLogProps = { list: Listed<typeof teamAuditList>; members: readonly Actor[] };

/** A team's audit log. */
export const TeamAuditLog = ({ list, members }: TeamAuditLogProps) => {
  const { what, about, who, from, when } = AUDIT_LOG_COLUMNS;
  return (
    <ListView
      {...list}
      path="/portal/audit"
      caption="Administrative acts, newest first"
      columns={[what, about, who, from, when]}
      search={{ label: "Search", placeholder: "An act, a member’s address, or an id" }}
      controls={auditControls(TEAM_GROUPS, members)}
      exportPath="/api/portal/audit/export"
      empty={{
        ...AUDIT_EMPTY,
        children: "Sign-ins, roles, keys, webhooks, billing and exports of your team appear here.",
      }}
    />
  );
};
