import { z } from "zod";
import { defineMail } from "@/lib/platform/mail/define-mail";

const EndpointNews = z.enum(["given_up", "day", "five_days", "recovered"]);

/** What there is to tell of an endpoint. */
export type EndpointNews = z.output<typeof EndpointNews>;

const KEPT = "Nothing is lost: events are kept for 90 days, and you can send the failed ones again in the portal.";

const WORDS: Record<EndpointNews, { subject: (host: string) => string; told: (host: string) => string; next: string }> =
  {
    given_up: {
      subject: (host) => `A webhook could not be delivered to ${host}`,
      told: (host) => `We tried five times over more than two hours to deliver an event to ${host}, and gave it up.`,
      next: `${KEPT} We go on sending new events there.`,
    },
    day: {
      subject: (host) => `No webhook has reached ${host} for a day`,
      told: (host) => `For a day every attempt to deliver an event to ${host} has failed.`,
      next: `${KEPT} The endpoint stays enabled.`,
    },
    five_days: {
      subject: (host) => `No webhook has reached ${host} for five days`,
      told: (host) => `For five days every attempt to deliver an event to ${host} has failed.`,
      next: `${KEPT} The endpoint stays enabled: only you can pause or delete it. This is our last reminder.`,
    },
    recovered: {
      subject: (host) => `Webhooks reach ${host} again`,
      told: (host) => `An event has just been delivered to ${host}, after some that were not.`,
      next: "What failed meanwhile is not sent again by itself. In the portal you can replay it, all at once.",
    },
  };

/** Tells a partner's admins how one of their endpoints fares. */
export const endpointNewsMail = defineMail(
  "webhook_endpoint_news",
  z.object({ news: EndpointNews, host: z.string(), partnerName: z.string(), url: z.url() }),
  ({ news, host, partnerName, url }) => {
    const { subject, told, next } = WORDS[news];
    return {
      subject: subject(host),
      preview: told(host),
      heading: subject(host),
      body: (
        <>
          <p>{told(host)}</p>
          <p>{next}</p>
        </>
      ),
      action: { label: "See the deliveries", url },
      why: `You get this as an owner or admin of ${partnerName}.`,
      stop: "You are told once at the first failure, after a day, after five days, and when it works again.",
    };
  },
);
