import type { DocsPage } from "./docs-page";

/** The dated labels of the API's contract and additions since, newest first. */
export const CHANGES: readonly { date: string; title: string; changes: readonly string[] }[] = [
  {
    date: "2026-11-29",
    title: "Check content against removals, and ask for consents",
    changes: [
      "[Check content before you publish it](/docs/content#checkContent): whether a removal of the file, of a picture that looks the same or of the URL was confirmed.",
      "[`content_log.removal_matched`](/docs/takedowns#before) tells you when content comes back after a removal of it was confirmed.",
      "`requiredConsents` says what a [scene](/docs/collab-scenes#createCollabScene), an [upload session](/docs/upload-sessions#createUploadSession) or a [verification job](/docs/verification-jobs#startVerificationJob) needs consent to, beside the depiction.",
    ],
  },
  {
    date: "2026-09-05",
    title: "Deactivate and reactivate",
    changes: [
      "[Deactivate](/docs/solo-accounts#deactivateSoloAccount) and [reactivate](/docs/solo-accounts#reactivateSoloAccount) a creator whose account you pay for.",
      "The values of `suspendReason` are documented.",
    ],
  },
  {
    date: "2026-08-22",
    title: "Corrected productions",
    changes: [
      "`production.documented` is sent again when a producer corrects the records and seals them again. The newer certificate counts.",
    ],
  },
  {
    date: "2026-08-15",
    title: "Renewals supersede",
    changes: [
      "A renewed certificate supersedes the one before instead of revoking it. The content stays up.",
      "[List a production’s certificates](/docs/productions#listCertificates), each with its status and its JWT.",
    ],
  },
  {
    date: "2026-08-14",
    title: "Counts and limits",
    changes: [
      "Extending a scene answers three counts instead of a list of performers.",
      "The rate limit counts per key.",
    ],
  },
  {
    date: "2026-07-27",
    title: "No test keys",
    changes: [
      "Test keys answer 403 [`TEST_MODE_UNAVAILABLE`](/docs/errors/TEST_MODE_UNAVAILABLE).",
      "Another partner’s records answer 404 instead of 403.",
      "A scene names its uploader by `uploaderAccountId` or `uploaderExternalUserId`.",
      "Extending a scene takes no body.",
      "The flag `preEnrolled` and the status `pending_registration` of performers are gone.",
    ],
  },
  {
    date: "2026-04-25",
    title: "Productions",
    changes: ["[Productions](/docs/productions) with their certificates, and their events."],
  },
  { date: "2026-04-22", title: "First release", changes: ["The first version of the API."] },
];

const spoken = (date: string): string =>
  new Date(date).toLocaleDateString("en-US", { dateStyle: "medium", timeZone: "UTC" });

/** The page of the changelog. */
export const changelogPage = (baseUrl: string): DocsPage => ({
  slug: "changelog",
  chapter: "Reference",
  title: "Changelog",
  parts: CHANGES.map(({ date }) => ({ id: date, label: spoken(date) })),
  group: {
    kind: "article",
    article: {
      lead: `What changed in the API, by date. We add fields, calls, event types and codes without notice; a breaking change gets a new version in the path. Follow it as a [feed](${baseUrl}/docs/changelog.atom).`,
      parts: CHANGES.map(({ date, title, changes }) => ({
        id: date,
        title: `${spoken(date)}: ${title}`,
        blocks: [{ list: changes }],
      })),
    },
  },
});

/** The changelog as an Atom feed (RFC 4287). */
export function changelogFeed(baseUrl: string, name: string): string {
  const page = `${baseUrl}/docs/changelog`;
  const entries = CHANGES.map(({ date, title, changes }) => {
    const items = changes.map((change) => `<li>${xml(withoutMarks(change))}</li>`).join("");
    return `  <entry>
    <id>${xml(`${page}#${date}`)}</id>
    <title>${xml(title)}</title>
    <updated>${date}T00:00:00Z</updated>
    <link href="${xml(`${page}#${date}`)}"/>
    <content type="html">${xml(`<ul>${items}</ul>`)}</content>
  </entry>`;
  });
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
  <id>${xml(page)}</id>
  <title>${xml(`${name} API changelog`)}</title>
  <updated>${CHANGES[0]?.date}T00:00:00Z</updated>
  <author><name>${xml(name)}</name></author>
  <link href="${xml(page)}"/>
  <link rel="self" href="${xml(`${page}.atom`)}"/>
${entries.join("\n")}
</feed>
`;
}

const withoutMarks = (text: string): string => text.replaceAll(/\[([^\]]+)\]\([^)]+\)/g, "$1").replaceAll("`", "");

const xml = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
