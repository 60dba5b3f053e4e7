import { Callout } from "@/components/ui/callout";
import { TextLink } from "@/components/ui/link";

/** Who is signed in, on a page that offers to sign in. */
export function SignedInAs({ email, returnTo }: { email: string; returnTo: string | null }) {
  return (
    <Callout>
      You are signed in as <strong className="break-all">{email}</strong>.{" "}
      <TextLink href={returnTo ?? "/sign-in/landing"}>Continue</TextLink>
    </Callout>
  );
}
