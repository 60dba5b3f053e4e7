import { db } from "@/lib/platform/db";
import { openMail, QueuedMail } from "@/lib/platform/mail/send-mail";

type WaitingMail = { template: string; url: string; props: Record<string, unknown> };

/** The mails that wait for an address, the oldest first; `url` is where their button leads. */
export async function mailsTo(address: string): Promise<WaitingMail[]> {
  const jobs = await db.$queryRaw<{ payload: { data: unknown } }[]>`
    SELECT payload FROM graphile_worker._private_jobs ORDER BY id`;
  return jobs
    .map(({ payload }) => QueuedMail.safeParse(payload.data))
    .flatMap(({ data }) => (data ? [{ template: data.template, ...openMail(data) }] : []))
    .filter(({ to, withheld }) => to === address && !withheld)
    .map(({ template, props }) => ({ template, url: String(Object(props).url), props: Object(props) }));
}
