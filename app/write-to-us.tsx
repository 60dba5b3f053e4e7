import { TextLink } from "@/components/ui/link";
import { env } from "@/lib/platform/env";

/** “Write to support@example.com”, as a link to the operator. */
export function WriteToUs() {
  const { supportContact } = env();
  const [, address = "us"] = supportContact.split("mailto:");
  return (
    <TextLink href={supportContact} className="wrap-anywhere">
      Write to {address}
    </TextLink>
  );
}
