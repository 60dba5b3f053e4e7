import { TextLink } from "@/components/ui/link";
import { env } from "@/lib/platform/env";

/** “Write to support@example.com”, as a link to the operator. */
export const WriteToUs = () => (
  <TextLink href={env().supportContact} className="wrap-anywhere">
    Write to {env().supportAddress}
  </TextLink>
);
