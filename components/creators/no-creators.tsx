import { Users } from "lucide-react";
import { EmptyState } from "@/components/ui/callout";
import { ButtonLink } from "@/components/ui/link";
import { CREATORS_PATH } from "./roster-address";

/** What stands in the place of a roster without rows. */
export function NoCreators({ filtered, mayProvision }: { filtered: boolean; mayProvision: boolean }) {
  if (filtered) {
    return (
      <EmptyState
        title="No creator matches"
        icon={<Users />}
        actions={
          <ButtonLink size="sm" href={CREATORS_PATH}>
            Clear filters
          </ButtonLink>
        }
      >
        Look for the beginning of an email, of your own user id or of an account id.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title="No creators yet"
      icon={<Users />}
      actions={
        <>
          {mayProvision ? (
            <ButtonLink variant="primary" href={`${CREATORS_PATH}/new`}>
              Provision one here
            </ButtonLink>
          ) : null}
          <ButtonLink href="/docs/solo-accounts#provisionSoloAccount">How your program does it</ButtonLink>
        </>
      }
    >
      Your platform provisions creators through the API. Each appears here at once.
    </EmptyState>
  );
}
