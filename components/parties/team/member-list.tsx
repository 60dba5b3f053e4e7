import { type Column, DataList } from "@/components/lists/data-list";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { RadioCards } from "@/components/ui/choices";
import { ConfirmAction } from "@/components/ui/confirm-action";
import type { ActionResult } from "@/components/ui/form";
import { ButtonLink } from "@/components/ui/link";
import { RowButton } from "@/components/ui/row-button";
import { TitledCard } from "@/components/ui/section";
import { Time } from "@/components/ui/time";
import type { TeamMember } from "@/lib/domain/parties/partners/queries";
import { ROLE_LABELS, ROLES } from "@/lib/domain/parties/people/roles";

export type MemberListProps = {
  members: TeamMember[];
  me: string;
  mayManage: boolean;
  changeRole: (userId: string, formData: FormData) => Promise<ActionResult>;
  remove: (userId: string) => Promise<ActionResult>;
};

export function MemberList({ members, me, mayManage, changeRole, remove }: MemberListProps) {
  const owners = members.filter(({ role }) => role === "owner").length;
  const columns: Column<TeamMember>[] = [
    {
      header: "Person",
      primary: true,
      cell: ({ email, name, userId }) => (
        <span className="flex min-w-0 flex-col">
          <span className="flex flex-wrap items-center gap-2 break-all font-medium">
            {name ?? email}
            {userId === me ? <Badge>You</Badge> : null}
          </span>
          {name ? <span className="break-all text-muted text-xs">{email}</span> : null}
        </span>
      ),
    },
    {
      header: "Role",
      cell: ({ role }) => (
        <span className="flex flex-col">
          {ROLE_LABELS[role].name}
          <span className="text-muted text-xs max-lg:hidden">{ROLE_LABELS[role].may}</span>
        </span>
      ),
    },
    {
      header: "Last seen",
      cell: ({ lastSeenAt }) =>
        lastSeenAt ? <Time at={lastSeenAt} /> : <span className="text-muted">Not signed in</span>,
    },
    ...(mayManage ? [FACTOR] : []),
    { header: "Since", cell: ({ since }) => <Time at={since} as="date" /> },
    {
      header: "Actions",
      align: "end",
      cell: (member) => {
        const lastOwner = member.role === "owner" && owners === 1;
        if (lastOwner) {
          return <span className="text-muted text-xs">A team needs an owner. Make another person an owner first.</span>;
        }
        return (
          <span className="flex w-full gap-2 md:justify-end">
            {mayManage ? <ChangeRole member={member} me={me} action={changeRole.bind(null, member.userId)} /> : null}
            {mayManage || member.userId === me ? (
              <Remove member={member} me={me} action={remove.bind(null, member.userId)} />
            ) : null}
          </span>
        );
      },
    },
  ];
  return <DataList caption="Team" rows={members} rowKey={({ userId }) => userId} columns={columns} />;
}

const FACTOR: Column<TeamMember> = {
  header: "Second factor",
  cell: ({ hasFactor }) => (hasFactor ? "Set up" : <span className="text-muted">None</span>),
};

type RequireFactorProps = {
  members: TeamMember[];
  required: boolean;
  /** Takes "yes" or "no". */
  set: (required: string) => Promise<ActionResult>;
  /** Where the owner confirms first who they are; null if they did recently. */
  confirm: string | null;
};

/** Requires a second factor of the team, or stops requiring it. */
export function RequireFactor({ members, required, set, confirm }: RequireFactorProps) {
  const without = members.filter(({ hasFactor }) => !hasFactor).length;
  return (
    <TitledCard
      title="Second factor"
      description={
        required
          ? "Each member needs a passkey or an authenticator app."
          : "Members can sign in with a mailed link alone, unless they add a passkey or an authenticator app."
      }
    >
      {confirm ? (
        <ButtonLink href={confirm} className="self-start">
          Confirm it’s you to change this
        </ButtonLink>
      ) : required ? (
        <ConfirmAction
          trigger={<Button>Stop requiring it</Button>}
          title="Stop requiring a second factor?"
          confirmLabel="Stop requiring it"
          action={set.bind(null, "no")}
          success="A second factor is optional"
        >
          <p>New members can then sign in with a mailed link alone. Members keep the factors that they have.</p>
        </ConfirmAction>
      ) : (
        <ConfirmAction
          trigger={<Button>Require a second factor</Button>}
          title="Require a second factor?"
          confirmLabel="Require it"
          tone="neutral"
          action={set.bind(null, "yes")}
          success="A second factor is required"
        >
          <p>
            {without === 0
              ? "All members have one already."
              : `${without === 1 ? "1 member has" : `${without} members have`} none yet. They set one up before their next page opens.`}
          </p>
        </ConfirmAction>
      )}
    </TitledCard>
  );
}

function ChangeRole({
  member,
  me,
  action,
}: {
  member: TeamMember;
  me: string;
  action: (formData: FormData) => Promise<ActionResult>;
}) {
  const who = member.name ?? member.email;
  return (
    <ConfirmAction
      trigger={<RowButton verb="Change role" about={`of ${who}`} />}
      title={`Role of ${who}`}
      confirmLabel="Change the role"
      tone="neutral"
      action={action}
      success="The role is changed"
    >
      <RadioCards
        // Not "role": the invitation's form on the same page has that one.
        name="newRole"
        legend="Role"
        defaultValue={member.role}
        options={ROLES.map((role) => ({
          value: role,
          label: ROLE_LABELS[role].name,
          description: ROLE_LABELS[role].may,
        }))}
      />
      <p className="text-muted">
        It applies from {member.userId === me ? "your" : "their"} next click.
        {member.userId === me ? " You can’t make yourself an owner again." : ""}
      </p>
    </ConfirmAction>
  );
}

function Remove({ member, me, action }: { member: TeamMember; me: string; action: () => Promise<ActionResult> }) {
  const leaves = member.userId === me;
  const who = member.name ?? member.email;
  return (
    <ConfirmAction
      trigger={
        <Button size="sm" aria-label={leaves ? "Leave the team" : `Remove ${who}`}>
          {leaves ? "Leave" : "Remove"}
        </Button>
      }
      title={leaves ? "Leave the team?" : `Remove ${who}?`}
      confirmLabel={leaves ? "Leave the team" : "Remove from the team"}
      action={action}
      success={leaves ? "You have left the team" : `${who} is removed`}
    >
      <p>
        {leaves ? "You" : "They"} lose access to this portal at once. API keys that {leaves ? "you" : "they"} created
        keep working. Revoke them on the keys page if needed.
      </p>
      <p>Rejoining takes a new invitation.</p>
    </ConfirmAction>
  );
}
