import { EmptyState } from "@/components/ui/empty-state";
import { PageHeader } from "@/components/ui/page-header";

/** Nobody reviews themself. */
export function OwnRecord() {
  return (
    <>
      <PageHeader title="Identity check" back={{ href: "/custodian/identities", label: "Identities" }} />
      <EmptyState title="This is your own record">Another custodian has to look at it.</EmptyState>
    </>
  );
}
