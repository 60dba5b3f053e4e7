import { SERVICE_NAME } from "@/lib/platform/brand";
import { Heading } from "./heading";

/** To somebody whom the service knows, behind the platform's own link: the question itself is reached from their mail only. */
export function AskedByMail({ partnerName, address }: { partnerName: string; address: string }) {
  return (
    <div className="flex flex-col gap-4">
      <Heading title="Look in your mailbox">
        You are known to {SERVICE_NAME} already. Whether {partnerName} may be linked to you is yours to say, and only
        from our mail to {address}: open it and press its button.
      </Heading>
      <p className="text-muted text-sm">
        We write at most once a day, so it may be an older mail, or come tomorrow. Nothing is shared as long as you do
        not answer.
      </p>
    </div>
  );
}
