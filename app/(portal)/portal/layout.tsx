import type { ReactNode } from "react";
import { accountIn } from "@/app/areas";
import { requireMember, requireMembership } from "@/app/session";
import { signOutAction } from "@/app/sign-out";
import { WriteToUs } from "@/app/write-to-us";
import { SavedFilters } from "@/components/lists/saved-menu";
import { PartnerSwitcher, SignOutForm } from "@/components/shell/account";
import { ACTIONS, actsFor } from "@/components/shell/actions";
import { JOBS_PATH, PRODUCERS_PATH } from "@/components/shell/addresses";
import type { CommandSearchProps } from "@/components/shell/command-palette";
import { CommandSearch } from "@/components/shell/command-search";
import { PortalShell } from "@/components/shell/portal-shell";
import { railFor } from "@/components/shell/rail";
import { Callout } from "@/components/ui/callout";
import type { Role } from "@/lib/domain/core/context";
import { may, ROLE_LABELS } from "@/lib/domain/parties/people";
import { listSavedFilters } from "@/lib/domain/parties/saved-filters";
import { switchPartnerAction } from "./actions";
import { deleteFilterAction, renameFilterAction, saveFilterAction } from "./saved-filters";
import { savedPathsOf } from "./saved-lists";
import { searchPortalAction } from "./search";

/** The frame of the portal. Each page checks the session again, because a layout doesn't run on every request. */
export default async function PortalLayout({ children }: { children: ReactNode }) {
  const { session, membership } = await requireMembership();
  const readsRecords = may(membership.role, "read_records");
  const partners = session.memberships.map(({ partnerId, partnerName, role }) => ({
    id: partnerId,
    name: partnerName,
    hint: ROLE_LABELS[role].name,
  }));
  return (
    <PortalShell
      account={await accountIn("/portal", session)}
      partnerName={membership.partnerName}
      role={membership.role}
      switcher={
        partners.length > 1 ? (
          <PartnerSwitcher partners={partners} currentId={membership.partnerId} switchTo={switchPartnerAction} />
        ) : undefined
      }
      search={
        readsRecords ? (
          <CommandSearch
            search={searchPortalAction}
            pages={pagesOf(membership.role)}
            by="Id, email, title, URL, page or action"
            findsBy="Search by full email or id, words of a title, the start of a content id or key name, or the visible characters of a key."
          />
        ) : undefined
      }
      signOut={<SignOutForm action={signOutAction} />}
    >
      {membership.partnerActive ? null : (
        <Callout tone="harm" title="This partner account is not active" className="mb-6">
          Calls with its keys get 403. We keep its records. <WriteToUs /> to activate it.
        </Callout>
      )}
      {readsRecords ? <WithSavedFilters>{children}</WithSavedFilters> : children}
    </PortalShell>
  );
}

/** The lists of the portal offer what is saved for them. */
async function WithSavedFilters({ children }: { children: ReactNode }) {
  const ctx = await requireMember();
  const paths = savedPathsOf(ctx.actor.role);
  return (
    <SavedFilters
      filters={await listSavedFilters(ctx, { paths })}
      paths={paths}
      mayShare={may(ctx.actor.role, "share_filters")}
      save={saveFilterAction}
      rename={renameFilterAction}
      remove={deleteFilterAction}
    >
      {children}
    </SavedFilters>
  );
}

/** The acts and pages that the search offers this role. */
function pagesOf(role: Role): CommandSearchProps["pages"] {
  return [
    ...actsFor(role).map(({ href, label, words }) => ({ href, label, words, group: ACTIONS })),
    ...railFor(role).flatMap(({ entries }) => entries.map(({ href, label }) => ({ href, label }))),
    { href: JOBS_PATH, label: "Verification jobs" },
    { href: PRODUCERS_PATH, label: "Producers" },
  ];
}
